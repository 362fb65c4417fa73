import { expect, test } from 'vitest';
import { nextQuestions } from './next-questions';

test.each([
  ['Run is on. [1]\nAsk next: “What turns Run off?” · “What happens if Run changes?”', 'Run is on. [1]', ['What turns Run off?', 'What happens if Run changes?']],
  ['Run ist ein.\nWeiter fragen: „Was schaltet Run aus?“ · „Wovon hängt Run ab?“', 'Run ist ein.', ['Was schaltet Run aus?', 'Wovon hängt Run ab?']],
  ['Nothing is called “Rum”.\nWhat can be asked: “Where is Run used?”, “Which alarms are there?”', 'Nothing is called “Rum”.', ['Where is Run used?', 'Which alarms are there?']],
  ['Ask next: “Why is Run off?” · “Why is Run off?”\nOne more.', '\nOne more.', ['Why is Run off?']],
])('suggestions are separate from the answer: %s', (answer, text, questions) => {
  expect(nextQuestions(answer)).toEqual({ text, questions });
});

test('a quoted comment or name stays in the answer', () => {
  for (const answer of ['Run: “Starts the line”', 'Its authors say: “Is it on?” since 2019.', '“Run” is in 2 comments.', '']) expect(nextQuestions(answer)).toEqual({ text: answer, questions: [] });
});
