// The English sentences, by the paths of their files; without those that only the command line, reports and the service use.

export const files = import.meta.glob<string>(['../../../texts/en/*.ftl', '!../../../texts/en/{cli-*,analysis*,fleet,report,propose}.ftl'], { query: '?raw', import: 'default', eager: true });
