// The results of the doctor, and the support bundle.

import { Buffer } from 'node:buffer';
import type { Answers } from './desk';
import type { Tag } from './tags';
import * as views from './views';

export function support(tags: () => readonly Tag[]): Pick<Answers, 'doctor' | 'bundle' | 'save_bundle'> {
  return {
    doctor: () => [
      { subject: views.coded('doctor-of-key'), verdict: 'fine', detail: views.coded('doctor-saw-accepted', { organization: 'Plant North' }), remedy: null },
      { subject: views.coded('doctor-of-clock'), verdict: 'doubtful', detail: views.coded('doctor-saw-behind', { seconds: 48 }), remedy: views.coded('doctor-advice-clock') },
      { subject: views.coded('doctor-of-tags', { session: 'bottling-line-3' }), verdict: 'untried', detail: views.coded('doctor-saw-no-tags'), remedy: null },
      { subject: views.coded('doctor-of-controller', { session: 'bottling-line-3' }), verdict: 'unreachable', detail: views.coded('link-timeout', { doing: views.coded('step-connect'), after: 2000 }), remedy: views.coded('link-remedy-timeout') },
    ],
    bundle: ({ trace }) => ({
      bytes: trace ? 2_400_000 : 382_000, traceBytes: 2_000_000,
      removed: [{ what: 'keys', count: 1 }, { what: 'user names', count: 2 }, { what: 'computer names', count: 1 }],
      files: [
        { name: 'log.jsonl', ...views.inWords('bundle-log', 'about', { events: 1284 }), bytes: 310_000, text: '{"at":"2026-11-21T09:47:58Z","text":"The service takes what is pushed."}\n' },
        { name: 'settings.toml', ...views.inWords('bundle-settings', 'about'), bytes: 14_000, text: 'key = "[removed]"' },
        { name: 'tags.txt', ...views.inWords('bundle-tags', 'about', { tags: tags().length }), bytes: 58_000, text: tags().slice(0, 40).map((it) => it.name).join('\n') },
        ...(trace ? [{ name: 'wire.pcapng', ...views.inWords('bundle-trace', 'about', { frames: 1284 }), bytes: 2_000_000, text: '65 00 04 00 …' }] : []),
      ],
    }),
    save_bundle: () => ({ name: 'tagbridge-support.zip', bytes: Buffer.from('PK').toString('base64') }),
  };
}
