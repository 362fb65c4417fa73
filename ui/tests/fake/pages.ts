// Fake pages of a project: findings, a proposal, recordings, tags.

import type { CodeFinding, CodeFindings, DeclaredTag, FindingSeverity, IncidentView, Language, ProjectHistory, CodeProposal, SavedViews, SessionTrigger } from '../../src/bindings/desk';
import type { Answers } from './desk';
import { verbatim } from '../../src/texts/catalogue';
import { commentIn, contains, type Tag } from './tags';
import { coded } from './views';

const finding = (at: number, rule: string, severity: FindingSeverity, message: string, rung: number | null, standing: CodeFinding['standing'] = 'new'): CodeFinding => ({
  id: `f_${String(at).padStart(16, '0')}`, rule, severity, confidence: 'certain', chapter: coded('analysis-chapter-writes'), title: verbatim(`title of ${rule}`), message: verbatim(message), remedy: verbatim('look at both places'),
  references: ['ISO 13849-1 4'], places: [{ text: coded('analysis-place-rung', { path: 'Main/Ladder', rung: rung ?? 0 }), path: 'Main/Ladder', rung: rung ?? 0, isCode: true }], placesOf: 1, count: 1, standing, reason: null,
});

type PageAnswers = Pick<Answers, 'findings' | 'analyse' | 'change_baseline' | 'save_findings' | 'propose' | 'save_proposal' | 'make_report' | 'project_history' | 'note_incident' | 'save_incident' | 'import_incident' | 'delete_incident' | 'keep_moment' | 'change_triggers' | 'tag_history' | 'save_history' | 'tag_tree' | 'tags_of_group' | 'saved_views' | 'save_views' | 'stop_work'>;

export class Pages {
  analysed = false;
  baseline = new Set<string>();
  views: SavedViews = { lists: [], trends: [] };
  triggers: SessionTrigger[] = [{ name: 'Line stops', tag: 'Line_Running', when: 'falls', beforeS: 30, afterS: 30 }];
  incidents: IncidentView[];

  constructor(readonly session: () => string | null) {
    const now = Date.now();
    this.incidents = [2, 1].map((number) => ({ number, name: 'Line stops', tag: 'Line_Running', at: now - number * 60_000, from: now - number * 60_000 - 30_000, until: now - number * 60_000 + 30_000, note: number === 1 ? 'The guard was open.' : '', isRecorded: true }));
  }

  findings(): CodeFindings {
    const all = [finding(1, 'TB-W02', 'error', 'two rungs write Run', 0), finding(2, 'TB-W02', 'error', 'two rungs write Lamp', 1), finding(3, 'TB-U01', 'warning', 'nothing reads Line.State', 1), ...Array.from({ length: 60 }, (_, i) => finding(10 + i, 'TB-U03', 'note', `the tag Reserve_${i} has no comment`, null))];
    const findings = all.map((it): CodeFinding => (this.baseline.has(it.id) ? { ...it, standing: 'known' } : it));
    return { at: Date.now(), isCurrent: true, errors: 2, warnings: 1, notes: 60, units: 12, opaqueUnits: 1, findings, of: 63, failed: [], baseline: this.baseline.size > 0 ? this.baseline.size : null };
  }

  answers(tags: () => Tag[]): PageAnswers {
    const history = (): ProjectHistory => {
      const name = this.session();
      return { sessions: name === null ? [] : [{ session: name, isHere: true, isConfigured: false, from: Date.now() - 3_600_000, until: Date.now(), bytes: 1_200_000, tags: 432, gaps: 1, incidents: this.incidents, triggers: this.triggers }] };
    };
    const grouped = (search: string): Tag[] => tags().filter((it) => contains(it, search));
    const declared = (it: Tag, language: Language): DeclaredTag => ({ name: it.name, type: it.type, comment: commentIn(it, language) || null, address: it.address ?? null, isStructure: false });
    return {
      findings: () => (this.analysed ? this.findings() : null),
      analyse: () => { this.analysed = true; return this.findings(); },
      change_baseline: ({ ids, isKnown }) => {
        for (const it of ids ?? this.findings().findings.map(({ id }) => id)) if (isKnown) this.baseline.add(it); else this.baseline.delete(it);
        return this.findings();
      },
      save_findings: ({ format }) => ({ name: `LINE3_PLC.${format}`, bytes: btoa('{}') }),
      propose: ({ request, answers }): CodeProposal => {
        if (request.includes('motor') && answers.length === 0) return { status: 'question', questions: [{ id: 'place', question: 'Which motor?', options: ['Motor_1', 'Motor_2'], why: 'Both exist.' }] };
        if (request.includes('safety')) return { status: 'refused', reason: 'Safety code is not changed.' };
        if (request.includes('3 s')) return { status: 'plan', changed: 'proposal-2', behaviour: null, values: [{ kind: { code: 'diff-initial' }, doesTheSame: false, subject: 'Blocked_Delay.PRE', from: '1500', to: '3000', before: null, after: null }], summary: 'One preset.', steps: ['Set the preset of Blocked_Delay.'], assumptions: [], risks: [], explanation: 'Read again; it differs by the plan.', canBeVersion: true };
        return { status: 'plan', changed: 'proposal-1', values: [], behaviour: 'Run now also needs Stop.', summary: 'One contact.', steps: ['Add the contact Stop to rung 0 of Main/Ladder.'], assumptions: ['Stop is normally open.'], risks: [{ level: 'medium', text: 'The condition of Run changes.' }], explanation: 'Read again; it differs by the plan.', canBeVersion: true };
      },
      save_proposal: ({ asVersion }) => (asVersion ? { version: 28, file: null } : { version: null, file: { name: 'LINE3_PLC.L5X', bytes: btoa('x') } }),
      make_report: () => ({ name: 'Bottling line 3.pdf', bytes: btoa('%PDF') }),
      project_history: history,
      note_incident: ({ number, note }) => { this.incidents = this.incidents.map((it) => (it.number === number ? { ...it, note } : it)); return null; },
      save_incident: ({ number }) => ({ name: `stop-${number}.tbrec`, bytes: btoa('x') }),
      import_incident: () => { const it = { ...this.incidents[0]!, number: 3 }; this.incidents = [it, ...this.incidents]; return it; },
      keep_moment: ({ at, name, tag }) => {
        const it = { ...this.incidents[0]!, number: 1 + Math.max(0, ...this.incidents.map((one) => one.number)), name, tag: tag ?? '', at, note: '' };
        this.incidents = [it, ...this.incidents];
        return it;
      },
      delete_incident: ({ number }) => { this.incidents = this.incidents.filter((it) => it.number !== number); return null; },
      change_triggers: ({ triggers }) => { this.triggers = triggers; return null; },
      tag_history: () => ({ values: [{ at: Date.now(), value: 'true', type: 'BOOL', quality: 'good', reason: null }], of: 1, gaps: [] }),
      save_history: () => ({ name: 'Run.csv', bytes: btoa('time') }),
      tag_tree: ({ search }) => { const of = grouped(search).length; return { of, groups: of === 0 ? [] : [{ kind: 'controller', name: '', of: Math.ceil(of / 2) }, { kind: 'program', name: 'Main', of: Math.floor(of / 2) }] }; },
      tags_of_group: ({ search, kind, from, count, language }) => { const all = grouped(search); const half = Math.ceil(all.length / 2); const own = kind === 'controller' ? all.slice(0, half) : all.slice(half); return { tags: own.slice(from, from + count).map((it) => declared(it, language)), of: own.length }; },
      saved_views: () => this.views,
      save_views: ({ views }) => (this.views = views),
      stop_work: () => null,
    };
  }
}
