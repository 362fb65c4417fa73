// The shape and the colour of a severity: a colour alone does not say it.

import type { FindingSeverity } from '../../bindings/desk';

/** Its icon, and the class of its colour, are named alike. */
const ICONS = { error: 'q-bad', warning: 'q-uncertain', note: 'q-unread' } as const;

export const severityIcon = (severity: FindingSeverity): string => ICONS[severity];
