// Reads a workbook with another program.

import { spawnSync } from 'node:child_process';

const READ = `
import datetime, json, sys, openpyxl
sheet = openpyxl.load_workbook(open(sys.argv[1], "rb")).active
cell = lambda it: it.isoformat() if isinstance(it, datetime.datetime) else it
print(json.dumps([[cell(it) for it in row] for row in sheet.iter_rows(values_only=True)]))
`;

/** The cells of the sheet, read by openpyxl: times as ISO 8601 without a time zone. */
export function workbook(path: string): unknown[][] {
  const { stdout, stderr, status } = spawnSync(process.env.TAGBRIDGE_PYTHON ?? 'python3', ['-c', READ, path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`openpyxl: ${stderr}`);
  return JSON.parse(stdout) as unknown[][];
}
