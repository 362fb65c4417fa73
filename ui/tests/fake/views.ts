// The views of the fake desk: a live bottling line, and its other states.

import { messageText as inLanguage, verbatim } from '../../src/texts/catalogue';
import type {
  Argument, Controllers, Diagnostics, LogEvent, Message, Overview, Preflight, ProjectDetail, ProjectItem, ServiceConnection, Session, SessionState, Settings, Supplement,
  Vendor,
} from '../../src/bindings/desk';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const SETTINGS: Settings = {
  language: 'en', scheme: null, largeTargets: false, scanIntervalMs: 250, pushIntervalMs: 1000, maxRequestsPerSecond: 100,
  keepHours: 72, keepBytes: 4e9, resumeSessions: true, autostart: false,
  alerts: { notify: true, silent: true, undelivered: true, muted: [] },
};

export const EMPTY_SUPPLEMENT: Supplement = { blockNumbers: {}, prefix: null };

export const SERVICE: ServiceConnection = {
  kind: 'remote', url: 'https://bridge.plant-north.example', state: { state: 'answers' }, organization: 'Plant North', latencyMs: 84, get answeredAt() { return Date.now(); },
  permissions: [{ name: 'hmi_view', may: true }, { name: 'hmi_push', may: true }, { name: 'code_read', may: true }, { name: 'code_write', may: false }, { name: 'export_pdf', may: null }],
  keyPlace: 'keychain', noKeychain: null,
};

export const NO_SERVICE: ServiceConnection = { ...SERVICE, kind: 'none', url: '', state: { state: 'unknown' }, organization: null, latencyMs: null, answeredAt: null, permissions: [], keyPlace: null };

const PROJECTS: [string, Vendor, string | null, number][] = [
  ['Bottling line 3', 'allen-bradley', 'LINE3_PLC, 1756-L83E', 0.02], ['Palletiser 2', 'siemens', 'PAL2, CPU 1516-3 PN/DP', 1.1],
  ['Cleaning in place, skid B', 'codesys', 'CODESYS Control Win V3 x64', 1.3], ['Bottling line 4', 'allen-bradley', 'LINE4_PLC, 1756-L81E', 3],
  ['Glass inspection', 'siemens', null, 4], ['Boiler house', 'allen-bradley', 'BOILER, 1769-L33ER', 7], ['Crate washer', 'codesys', null, 9],
  ['Compressed air and cooling water, utilities building', 'siemens', 'UTIL, CPU 315-2 PN/DP', 12], ['Depalletiser 1', 'allen-bradley', null, 19],
  ['Pump test rig', 'codesys', null, 24], ['Cold store', 'siemens', null, 31], ['Labeller 3', 'allen-bradley', null, 33],
];

export function projects(now: number): ProjectItem[] {
  return PROJECTS.map(([name, vendor, controller, days], i) => ({
    id: `p${i + 1}`, name, vendor, controller, fileType: vendor === 'siemens' ? 'zip' : vendor === 'codesys' ? 'export' : 'l5x',
    updatedAt: i === 7 ? Date.UTC(new Date().getUTCFullYear() - 1, 8, 28, 12) : now - days * DAY, isLocal: i === 9, session: i === 0 ? 'bottling-line-3' : null,
  }));
}

export function detail(item: ProjectItem, now: number): ProjectDetail {
  return {
    id: item.id, name: item.name, vendor: item.vendor, fileType: item.fileType, fileName: `${item.name.replace(/ /g, '_')}.L5X`, fileBytes: 2_412_000,
    version: 27, updatedAt: item.updatedAt, archivedAt: null, analysis: 'complete', isLocal: item.isLocal,
    source: item.isLocal ? { from: 'computer' } : { from: 'service' }, supplement: EMPTY_SUPPLEMENT,
    file: { controller: 'LINE3_PLC', model: '1756-L83E', tags: 431, withComment: 118, notes: [{ code: 'project-noted', arguments: { subject: { code: 'verbatim', arguments: { text: 'MainProgram/Safety' } }, what: { code: 'project-note-protected' } } }] },
    controllers: [{ endpoint: 'logix://192.168.10.21/1,0', platform: 'allen-bradley', project: item.id, product: '1756-L83E', name: 'LINE3_PLC', serial: '604F2A91', usedAt: now - 3.6 * 60 * MINUTE }],
    session: item.session, live: item.session ? { device: 'laptop-7', isHere: true, lastPush: now } : null,
  };
}

export function states(now: number): Record<string, SessionState> {
  return {
    live: { state: 'live', since: now - 216 * MINUTE },
    connecting: { state: 'connecting', attempt: 1 },
    waiting: { state: 'waiting', until: now + 17_000, attempt: 5, cause: coded('link-timeout', { doing: coded('step-read'), after: 2000 }), remedy: coded('link-remedy-timeout'), wantsLogin: false },
    fault: { state: 'fault', cause: verbatim('serial 60 4F 2A 91 was read before, now 71 00 13 C2 answers; nothing was read'), decision: 'acceptController' },
    paused: { state: 'paused', since: now - 3 * MINUTE },
    stopped: { state: 'stopped', at: now - 3 * MINUTE },
  };
}

export function session(state: SessionState, all: number, now: number): Session {
  const reading = state.state === 'live';
  return {
    name: 'bottling-line-3', project: 'p1', projectName: 'Bottling line 3', endpoint: 'logix://192.168.10.21/1,0', platform: 'allen-bradley', state,
    controller: { vendor: 'Rockwell Automation', product: '1756-L83E', revision: '35.11', serial: '604F2A91', name: 'LINE3_PLC', address: '192.168.10.21', mode: 'run' },
    scan: { lastMs: 58.2, p50Ms: 57, p99Ms: 84, histogram: [0, 0, 410, 140, 12, 3, 0, 0, 0, 0, 2], roundTrips: 14, intervalMs: 250, achievedMs: 250, count: 51_840, missed: 2, unstored: 0 },
    groups: [],
    tags: { good: reading ? all - 3 : 0, uncertain: reading ? 1 : 0, bad: reading ? 2 : all, requestedBad: 1 },
    tagList: 'never', requested: 3,
    outbox: { trouble: null, depth: 3, bytes: 12_000, oldest: now - 700, newest: 51_840, lost: 0, losses: [] },
    delivery: { state: { state: 'ok' }, lastPush: now - 400, storedThrough: 51_837 },
    source: { file: 'Bottling_line_3.L5X', project: 'LINE3_PLC', tags: 431, differences: [], differing: 0, problem: null },
    warnings: [], attention: [], isConfigured: false,
  };
}

export const AWAY = { state: 'waiting', trouble: 'unreachable', until: 0, cause: verbatim('no answer'), remedy: verbatim('check the network') } as const;

export function overview(settings: Settings, service: ServiceConnection, sessions: Session[]): Overview {
  return { version: '0.1.0', isFirstRun: service.kind === 'none', service, sessions, settings, face: 'console', isDemo: false, configuration: null };
}

export function controllers(now: number): Controllers {
  const found = (endpoint: string, platform: Vendor, vendor: string, product: string, revision: string, serial: string, name: string) => ({ endpoint, platform, vendor, product, revision, serial, name, mode: 'run' });
  return {
    found: [
      found('logix://192.168.10.21/1,0', 'allen-bradley', 'Rockwell Automation', '1756-L83E', '35.11', '604F2A91', 'LINE3_PLC'),
      found('logix://192.168.10.24/1,0', 'allen-bradley', 'Rockwell Automation', '1756-L81E', '33.12', '60AA0001', 'LINE4_PLC'),
      found('s7://192.168.10.40?rack=0&slot=1', 'siemens', 'Siemens AG', 'CPU 1516-3 PN/DP', 'V2.9', 'S C-J8N40211', 'PAL2'),
      found('opc.tcp://192.168.10.57:4840', 'codesys', '3S-Smart', 'CODESYS Control', '3.5.19', '', 'CIP skid B'),
    ],
    known: [
      { endpoint: 'logix://192.168.10.21/1,0', platform: 'allen-bradley', project: 'p1', product: '1756-L83E', name: 'LINE3_PLC', serial: '604F2A91', usedAt: now - 216 * MINUTE },
      { endpoint: 'logix://127.0.0.1:44818/', platform: 'allen-bradley', project: 'p1', product: 'Virtual controller', name: null, serial: '', usedAt: now - 17 * DAY },
    ],
    trouble: null,
  };
}

export function preflight(endpoint: string): Preflight {
  return {
    controller: { endpoint, platform: 'allen-bradley', vendor: 'Rockwell Automation', product: '1756-L83E', revision: '35.11', serial: '604F2A91', name: 'LINE3_PLC', mode: 'run' },
    fit: 'matches', isAnotherController: false, differences: [], fitting: 412,
    facts: [
      { subject: 'model', fit: 'matches', text: coded('preflight-beside', { controller: '1756-L83E', project: '1756-L83E' }) }, { subject: 'name', fit: 'matches', text: coded('preflight-beside', { controller: 'LINE3_PLC', project: 'LINE3_PLC' }) },
      { subject: 'device', fit: 'matches', text: coded('desk-device-same', { serial: '604F2A91' }) },
      { subject: 'tags', fit: 'matches', text: coded('preflight-tags', { fitting: 431, all: 431, more: 12 }) },
    ],
    source: { from: 'service' }, supplement: EMPTY_SUPPLEMENT, tags: 431, untried: 0, leftOut: [], readable: 412, proposals: [],
    unreadable: [
      { reason: 'access_denied', text: verbatim('External Access = None'), remedy: coded('preflight-remedy-allow'), count: 11, tags: ['Rinser.SafetyCode', 'Capper.Key[0]', 'Capper.Key[1]'] },
      { reason: 'device_error', text: coded('reason-device-error'), remedy: coded('preflight-remedy-manual'), count: 5, tags: ['Labeller.CameraScore', 'Packer.Axis[4]'] },
      { reason: 'decode_error', text: coded('reason-decode-error'), remedy: coded('preflight-remedy-load'), count: 3, tags: ['Conveyor.MotionGroup'] },
    ],
    forecast: { tags: 412, requests: 14, requestsByList: null, uploadRequests: null, scanMs: 60 }, tookMs: 2100,
  };
}

export function log(now: number): LogEvent[] {
  const [connected, named, taken] = ['bridge-logged-connected', 'bridge-logged-named-by-project', 'bridge-logged-push-taken'];
  const controller: [string, string][] = [['vendor', 'Rockwell Automation'], ['product', '1756-L83E'], ['serial', '604F2A91']];
  const project: [string, string][] = [['project', 'LINE3_PLC'], ['tags', '431']];
  const [refused, full] = [system('connection-refused', 'Connection refused (os error 111)'), system('storage-full', 'No space left on device (os error 28)')];
  const rows: [number, LogEvent['level'], string, [string, Argument][]][] = [
    [1400, 'info', named, project],
    [1400, 'info', connected, controller],
    [1399, 'info', taken, []],
    [1066, 'warning', 'bridge-logged-controller-unreadable', [['cause', coded('link-closed', { doing: coded('step-read') })]]],
    [1065.9, 'info', connected, controller],
    [922, 'info', 'bridge-logged-stopped', [['took_ms', '212']]],
    [216, 'info', named, project],
    [216, 'info', connected, controller],
    [215.9, 'info', taken, []],
    [152, 'warning', 'bridge-logged-controller-differs', [['differing', '1'], ['first', coded('naming-tag-differs', { tag: 'Packer.Axis[4]', what: coded('preflight-no-such-tag') })]]],
    [80, 'warning', 'bridge-logged-nothing-delivered', [
      ['cause', coded('uplink-unreachable', { service: 'https://bridge.plant-north.example', source: refused })], ['remedy', coded('uplink-remedy-unreachable')],
    ]],
    [78, 'info', taken, []],
    [31, 'fault', 'bridge-logged-snapshots-not-stored', [['error', coded('outbox-disk', { path: '/home/plant/.local/share/tagbridge/bottling-line-3.outbox', source: full })]]],
    [30.6, 'info', 'bridge-logged-snapshots-stored', []],
    [7, 'info', 'cip-logged-tag-differs', [['expected', 'DINT'], ['found', 'REAL']]],
  ];
  return rows.map(([minutes, level, code, fields], i) => ({
    id: i + 1, at: now - minutes * MINUTE, level, message: coded(code), session: 'bottling-line-3', fields, target: 'tagbridge_bridge::session',
  }));
}

/** Types with a field of English text in addition to their message. */
export const inWords = <F extends string>(code: string, field: F, args?: Message['arguments']): Record<F, string> & { said: Message } => {
  const said = coded(code, args);
  return { [field]: inLanguage(said, 'en'), said } as Record<F, string> & { said: Message };
};
export const coded = (code: string, args?: Message['arguments']): Message => (args ? { code, arguments: args } : { code });
const system = (kind: string, text: string): Message => coded(`system-${kind}`, { text });

export function diagnostics(session: string, now: number, until: number | null): Diagnostics {
  return {
    statement: {
      session, protocol: 'logix', writes: 0, refused: 0,
      ...inWords('desk-promise', 'promise'),
      kinds: [
        { ...inWords('request-discover', 'name'), code: '0x04, 0x63, 0x64', sent: 2 }, { ...inWords('request-session', 'name'), code: '0x65, 0x66', sent: 1 },
        { ...inWords('request-connection', 'name'), code: '0x54, 0x5B, 0x4E', sent: 1 }, { ...inWords('request-read-attributes', 'name'), code: '0x01, 0x03, 0x0E', sent: 6 },
        { ...inWords('request-list-tags', 'name'), code: '0x55', sent: 38 }, { ...inWords('request-read-type', 'name'), code: '0x4C on class 0x6C', sent: 0 },
        { ...inWords('request-read-tag', 'name'), code: '0x4C', sent: 21_358_080 }, { ...inWords('request-read-tag-fragmented', 'name'), code: '0x52', sent: 51_840 },
      ],
    },
    counters: { session, since: now - 216 * MINUTE, scans: 51_840, missed: 2, reconnects: 0, pushes: 12_958, failedPushes: 4 },
    trace: { until, frames: until ? 1284 : 0, bytes: until ? 3_100_000 : 0, dropped: 0 },
  };
}
