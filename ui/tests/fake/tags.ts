// The tags of a fake controller: those of a bottling line, then the required number.

import type { Language, Quality } from '../../src/bindings/desk';

export interface Tag {
  name: string;
  type: string;
  comment: string;
  german?: string;
  address?: string;
  unit: string;
  quality: Quality;
  reason: string | null;
  requested: boolean;
  /** The last value of a bad tag, from 14 s ago. */
  was?: string;
  /** Returns the value at a time in seconds. */
  at: (seconds: number) => number | string | boolean;
}

type Shape = Tag['at'];

const noise = (i: number): number => {
  const x = Math.sin(i * 127.1) * 43758.5;
  return x - Math.floor(x) - 0.5;
};
const valve: Shape = (s) => [47.2, 2, 0, 0, 0, 18, 63.5, 88, 90, 89, 88, 84][Math.floor(s / 1.6) % 12] ?? 0;

const LINE: [string, string, string, string, Shape, Partial<Tag>?][] = [
  ['Capper.HeadCount', 'INT', 'Heads in use', '', () => 12, { address: '%DB1.DBD0' }],
  ['Capper.TorqueActual', 'REAL', 'Capping torque', 'Nm', (s) => round(2.3 + (Math.floor(s) % 6 < 2 ? 0.16 : -0.06) + 0.07 * noise(Math.floor(s * 4)), 2)],
  ['Capper.TorqueSetpoint', 'REAL', 'Torque wanted', 'Nm', () => 2.3],
  ['Conveyor.DriveFault', 'BOOL', 'Drive 14A1', '', () => false],
  ['Conveyor.Speed', 'REAL', 'Main conveyor', 'm/s', (s) => round(1.84 + 0.05 * Math.sin(s / 9) + 0.02 * noise(Math.floor(s * 4)), 3)],
  ['Filler.BowlLevel', 'REAL', 'Bowl level', '%', (s) => round(68 + 4 * Math.sin(s / 26), 1), { german: 'Füllstand Kessel', address: 'Local:3:I.Ch0Data' }],
  ['Filler.RecipeName', 'STRING', '', '', () => 'Still 0.5 L'],
  ['Labeller:I.Data[0]', 'DINT', 'Encoder, counts', '', (s) => -14208 + ((Math.floor(s * 10) * 7) % 600)],
  ['Line.State', 'DINT', '4 = producing', '', (s) => (s % 200 < 12 ? 2 : 4)],
  ['Packer.Axis[2].Position', 'REAL', 'Cross axis', 'mm', () => 318.07, { quality: 'uncertain', reason: 'stale' }],
  ['Program:Filler.Valve[3].OpenCmd', 'BOOL', 'Open command', '', (s) => (valve(s) as number) > 10, { requested: true }],
  ['Program:Filler.Valve[3].Position', 'REAL', 'Valve stroke', '%', valve, { requested: true }],
  ['Program:Filler.Valve[41].Position', '', '', '', () => 0, { requested: true, quality: 'bad', reason: 'unknown_tag', was: '63.5' }],
  ['Program:Main.Batch.SerialNo', 'LINT', 'Bottles, in all', '', (s) => 9007199254 + Math.floor(s)],
  ['Rinser.SafetyCode', 'DINT', 'External Access = None', '', () => 0, { quality: 'bad', reason: 'access_denied' }],
  ['Rinser.WaterPressure', 'REAL', 'Supply pressure', 'bar', (s) => round(3.08 + 0.1 * noise(Math.floor(s * 4)), 2)],
  ['Rinser.WaterTemp', 'REAL', 'Supply temperature', '°C', (s) => round(21.6 + Math.sin(s / 40), 1)],
];

/** The comment in a language, as a project with translations has it. */
export const commentIn = (it: Tag, language: Language): string => (language === 'de' ? (it.german ?? it.comment) : it.comment);

/** Whether the name, a comment or the address of a tag contains this text. */
export const contains = (it: Tag, text: string): boolean => [it.name, it.comment, it.german, it.address].join(' ').toLowerCase().includes(text.toLowerCase());

export function tags(count: number): Tag[] {
  const first = LINE.slice(0, count).map(([name, type, comment, unit, at, more]): Tag => ({
    name, type, comment, unit, at, quality: 'good', reason: null, requested: false, ...more,
  }));
  const rest = Array.from({ length: Math.max(0, count - first.length) }, (_, i): Tag => ({
    name: `Station[${Math.floor(i / 8)}].Sensor[${i % 8}].Value`, type: i % 3 === 0 ? 'DINT' : 'REAL', comment: `Sensor ${i % 8} of station ${Math.floor(i / 8)}`,
    unit: '', quality: 'good', reason: null, requested: false, at: (s) => (i % 3 === 0 ? Math.floor(s * 10) + i : round(50 + 40 * Math.sin(s / 7 + i), 2)),
  }));
  return [...first, ...rest];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
