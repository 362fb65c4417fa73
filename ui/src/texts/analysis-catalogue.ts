// The sentences of findings, loaded with the page that shows them.

import { addSentences } from './catalogue';

addSentences(import.meta.glob<string>('../../../texts/{en,de}/{analysis,analysis-code}.ftl', { query: '?raw', import: 'default', eager: true }));
