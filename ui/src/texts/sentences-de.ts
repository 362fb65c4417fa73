// The catalogue in German, by its files' paths: without what only the command line, reports and the service's own answers say.

export const files = import.meta.glob<string>(['../../../texts/de/*.ftl', '!../../../texts/de/{cli-*,analysis*,fleet,report,propose}.ftl'], { query: '?raw', import: 'default', eager: true });
