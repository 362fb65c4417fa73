// The access to a controller: its address in parts, its certificate, its login.

import type { KeyPlace } from '../../src/bindings/desk';
import { Refusal, type Answers } from './desk';
import * as views from './views';

type ControllerAccess = Pick<Answers, 'read_address' | 'write_address' | 'certificate' | 'trust' | 'login' | 'log_in' | 'forget_login'>;

export function controllerAccess(): ControllerAccess {
  const logins = new Map<string, KeyPlace>();
  return {
    read_address: ({ platform, text, protocol }) => {
      const presumed = protocol ?? { siemens: 's7', codesys: 'opc.tcp', 'allen-bradley': 'logix', unknown: 'logix' }[platform];
      if (/\s/.test(text.trim())) throw new Refusal({ error: 'invalid_endpoint', message: `"${text}" is not a valid address`, remedy: '' });
      const [, scheme = presumed, host = '', port, path = '', query = ''] = /^(?:(\w[\w.]*):\/\/)?([^/,:?]*)(?::(\d+))?[/,]?([^?]*)\??(.*)$/.exec(text.trim()) ?? [];
      const parameters = new URLSearchParams(query);
      const number = (name: string): number | null => (parameters.has(name) ? Number(parameters.get(name)) : null);
      const slot = scheme === 'logix' ? (/^1,(\d+)$/.exec(path)?.[1] ?? null) : number('slot');
      return {
        fields: { protocol: scheme, host, port: port ? Number(port) : null, rack: number('rack'), slot: slot === null ? null : Number(slot), route: scheme === 'logix' && slot === null ? path : '', path: scheme === 'logix' ? '' : path, options: '' },
        protocols: [{ scheme, name: { logix: 'EtherNet/IP', s7: 'S7' }[scheme] ?? 'OPC UA' }, ...(platform === 'siemens' && scheme === 's7' ? [{ scheme: 'opc.tcp', name: 'OPC UA' }] : [])],
        usualPort: { logix: 44_818, s7: 102 }[scheme] ?? 4840, usualRack: scheme === 's7' ? 0 : null, usualSlot: { logix: 0, s7: 1 }[scheme] ?? null, hasRoute: scheme === 'logix', hasPath: scheme === 'opc.tcp',
      };
    },
    write_address: ({ protocol, host, port, rack, slot, route, path }) => {
      const numbers = [['rack', rack], ['slot', slot]].filter(([, it]) => it !== null).map(([name, it]) => `${name}=${it}`).join('&');
      const rest = protocol === 'logix' ? (route ? `/${route}` : slot === null ? '' : `/1,${slot}`) : `${path ? `/${path}` : ''}${numbers ? `?${numbers}` : ''}`;
      return { endpoint: `${protocol}://${host}${port === null ? '' : `:${port}`}${rest}` };
    },
    certificate: ({ endpoint }) =>
      endpoint.startsWith('opc.tcp')
        ? { subject: 'CN=CODESYS@CIP-B', fingerprint: '4C:91:0E:7A:D2:55:18:F3:0B:6E:92:41:AC:D7:3F:08:5B:E1:60:C9:27:84:1D:F6:B3:4A:7E:05:98:2C:D1:6F', validFrom: Date.UTC(2021, 3, 2), validUntil: Date.UTC(2031, 3, 2), isSecured: true, isNeeded: true, isTrusted: false, replaces: null }
        : null,
    trust: () => null,
    login: ({ endpoint }) => {
      if (!endpoint.startsWith('opc.tcp')) return null;
      const user = new URL(endpoint).searchParams.get('user');
      return { endpoint, user, keep: user ? (logins.get(endpoint) ?? null) : null, noKeychain: null };
    },
    log_in: ({ endpoint, user, password, keep }) => {
      if (password === 'wrong') throw new Refusal({ error: 'login', message: views.coded('link-refused', { doing: views.coded('step-log-in'), why: views.coded('opcua-status', { name: 'BadUserAccessDenied', sentence: 'User does not have permission to perform the requested operation', code: '0x801f0000' }) }), remedy: views.coded('desk-do-login-here') });
      const named = `${endpoint.split('?')[0]}?user=${user}`;
      logins.set(named, keep);
      return { endpoint: named, user, keep, noKeychain: null };
    },
    forget_login: ({ endpoint }) => {
      logins.delete(endpoint);
      return { endpoint, user: new URL(endpoint).searchParams.get('user'), keep: null, noKeychain: null };
    },
  };
}
