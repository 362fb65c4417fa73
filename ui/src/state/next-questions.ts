// The questions that an answer suggests. They are shown as buttons below the answer, not as a part of its text.

/** A line that contains only questions in quotation marks after a colon, in English or German. */
const LINE = /\n*^[^“„”\n]+: (?:[“„][^“„”\n]+\?[”“](?: · |, |$))+$/gmu;
const QUESTION = /[“„]([^“„”]+\?)[”“]/gu;

export function nextQuestions(answer: string): { text: string; questions: string[] } {
  const lines = answer.match(LINE) ?? [];
  const questions = lines.flatMap((line) => [...line.matchAll(QUESTION)].map((it) => it[1] ?? ''));
  return { text: answer.replace(LINE, '').trimEnd(), questions: [...new Set(questions)] };
}
