/** @jest-environment jsdom */
import { answersOf, displayValue } from './lead-answers';

test('answersOf lists name, email and phone first and labels other answers from their keys', () => {
  const answers = answersOf({
    formData: { waterHeaterAge: '10+ years', phone: '5125550142', fullName: 'Maria Alvarez', email: 'm@example.com' },
    formLabels: null,
  });
  expect(answers.map(({ label }) => label)).toEqual(['Full Name', 'Email', 'Phone', 'Water Heater Age']);
  expect(answers.map(displayValue)).toEqual(['Maria Alvarez', 'm@example.com', '(512) 555-0142', '10+ years']);
});

test('answersOf recognizes the lowercase ids that the form editor creates', () => {
  expect(
    answersOf({ formData: { phonenumber: '1', fullname: 'A' }, formLabels: null }).map(({ label }) => label),
  ).toEqual(['Full Name', 'Phone']);
});

test('answersOf shows values that are not strings', () => {
  expect(answersOf({ formData: { rooms: 3, note: null }, formLabels: null }).map(({ value }) => value)).toEqual([
    '3',
    '',
  ]);
});

test('answersOf labels answers with the questions that the visitor saw, and the special ones as always', () => {
  const answers = answersOf({
    formData: {
      whichdaysuitsyoubest: 'Monday',
      mobile: '5125550142',
      fullName: 'Ada',
      oldField: 'x',
      constructor: 'y',
    },
    formLabels: { whichdaysuitsyoubest: 'Which day suits you best?', mobile: 'Phone', fullName: 'Your name' },
  });
  expect(answers.map((answer) => [answer.label, displayValue(answer)])).toEqual([
    ['Full Name', 'Ada'],
    ['Which day suits you best?', 'Monday'],
    ['Phone', '5125550142'],
    ['Old Field', 'x'],
    ['Constructor', 'y'],
  ]);
});
