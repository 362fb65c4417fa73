// A project of the virtual bottling line.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its tags. */
export const TAGS = {
  Line_Speed: 'REAL', Line_SpeedSetpoint: 'REAL', Line_State: 'DINT', Line_Running: 'BOOL', Line_Uptime: 'UDINT', Recipe_Number: 'INT',
  Motor_Temperature: 'REAL', Motor_Current: 'REAL', Motor_Starts: 'DINT', PE_Infeed: 'BOOL', PE_Outfeed: 'BOOL', Bottles_In: 'DINT',
  Bottles_Rejected: 'DINT', Boxes_Packed: 'DINT', Reject_Rate: 'REAL', Shift_Total: 'LINT', Alarm_Word: 'DINT', Energy_Total: 'LREAL',
};
const TAG_LINES = Object.entries(TAGS).map(([name, type]) => `<Tag Name="${name}" TagType="Base" DataType="${type}" ExternalAccess="Read/Write"><Description><![CDATA[${name.replace('_', ' ')}]]></Description></Tag>`);
const PROJECT = `<?xml version="1.0" encoding="UTF-8"?>
<RSLogix5000Content SchemaRevision="1.0" TargetName="Bottling" TargetType="Controller">
<Controller Use="Target" Name="Bottling" ProcessorType="1756-L83E" MajorRev="33" MinorRev="11"><Tags>${TAG_LINES.join('\n')}</Tags></Controller></RSLogix5000Content>`;

/** Writes its file to a folder, and returns the path. */
export function bottling(folder: string): string {
  const file = join(folder, 'Bottling.L5X');
  writeFileSync(file, PROJECT);
  return file;
}
