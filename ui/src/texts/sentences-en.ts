// The catalogue in English, by its files' paths: without what only the command line, reports and the service's own answers say.

export const files = import.meta.glob<string>(['../../../texts/en/*.ftl', '!../../../texts/en/{cli-*,analysis*,fleet,report,propose}.ftl'], { query: '?raw', import: 'default', eager: true });
