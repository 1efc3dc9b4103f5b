/** @jest-environment jsdom */
import { answersOf, displayValue } from './lead-answers';

test('answersOf lists name, email and phone first and labels other answers from their keys', () => {
  const answers = answersOf({
    waterHeaterAge: '10+ years',
    phone: '5125550142',
    fullName: 'Maria Alvarez',
    email: 'm@example.com',
  });
  expect(answers.map(({ label }) => label)).toEqual(['Full Name', 'Email', 'Phone', 'Water Heater Age']);
  expect(answers.map(displayValue)).toEqual(['Maria Alvarez', 'm@example.com', '(512) 555-0142', '10+ years']);
});

test('answersOf recognizes the lowercase ids that the form editor creates', () => {
  expect(answersOf({ phonenumber: '1', fullname: 'A' }).map(({ label }) => label)).toEqual(['Full Name', 'Phone']);
});

test('answersOf shows values that are not strings', () => {
  expect(answersOf({ rooms: 3, note: null }).map(({ value }) => value)).toEqual(['3', '']);
});
