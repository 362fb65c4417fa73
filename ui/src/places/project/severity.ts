// The shape and the colour of a severity. The shape makes it recognizable without colours.

import type { FindingSeverity } from '../../bindings/desk';

/** The icon and the colour class have the same name. */
const ICONS = { error: 'q-bad', warning: 'q-uncertain', note: 'q-unread' } as const;

export const severityIcon = (severity: FindingSeverity): string => ICONS[severity];
