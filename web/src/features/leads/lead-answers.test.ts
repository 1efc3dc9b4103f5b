import { answersOf, shown } from './lead-answers';

test('name, email and phone come first, the rest is labelled from its key', () => {
  const answers = answersOf({
    waterHeaterAge: '10+ years',
    phone: '5125550142',
    fullName: 'Maria Alvarez',
    email: 'm@example.com',
  });
  expect(answers.map(({ label }) => label)).toEqual(['Full Name', 'Email', 'Phone', 'Water Heater Age']);
  expect(answers.map(shown)).toEqual(['Maria Alvarez', 'm@example.com', '(512) 555-0142', '10+ years']);
});

test('the lower-case ids that the form editor makes are recognised too', () => {
  expect(answersOf({ phonenumber: '1', fullname: 'A' }).map(({ label }) => label)).toEqual(['Full Name', 'Phone']);
});

test('answers that are no text are still shown', () => {
  expect(answersOf({ rooms: 3, note: null }).map(({ value }) => value)).toEqual(['3', '']);
});
