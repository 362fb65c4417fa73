// The shape of a severity: a colour alone does not say it.

import type { FindingSeverity } from '../../bindings/desk';

const ICONS = { error: 'q-bad', warning: 'q-uncertain', note: 'q-unread' } as const;

export const severityIcon = (severity: FindingSeverity): string => ICONS[severity];
