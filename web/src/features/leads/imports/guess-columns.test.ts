import { guessColumns } from './guess-columns';

const questions = [
  { id: 'fullName', type: 'text', label: 'Your name' },
  { id: 'q_phone', type: 'tel', label: 'Call me at' },
  { id: 'mail', type: 'email', label: 'Where shall we write to?' },
  { id: 'roof', type: 'select', label: 'Kind of roof' },
];
const guess = (...names: string[]) =>
  guessColumns(names, questions).map(({ target, fieldId }) => (fieldId ? `${target} ${fieldId}` : target));

describe('the content of columns', () => {
  it('is found by ids, labels and usual names, regardless of case and spelling', () => {
    expect(
      guess('FULL NAME', 'Mobile number', 'E-mail', 'kind of roof', 'Lead status', 'SMS opt-in', 'Labels'),
    ).toEqual(['answer fullName', 'answer q_phone', 'answer mail', 'answer roof', 'status', 'consent', 'tags']);
  });

  it('is found once, and kept under its own name otherwise', () => {
    expect(guess('Phone', 'Cell', 'Source', 'Source', 'Company', '')).toEqual([
      'answer q_phone',
      'extra',
      'source',
      'extra',
      'extra',
      'extra',
    ]);
  });
});
