import { mentionedNames, splitMentions } from './mentions';

const names = ['Leo', 'Leo Park', 'Zoë (Roofs)', 'Ann-Marie'];

describe('mentions in notes', () => {
  it.each([
    ['Ask @Leo Park about it', ['Leo Park']],
    ['Ask @leo, or @LEO PARK.', ['Leo', 'Leo Park']],
    ['@Zoë (Roofs) and @Ann-Marie: call', ['Zoë (Roofs)', 'Ann-Marie']],
    ['me@leo.example', []],
    ['@Leonard and Leo', []],
    ['@Leo @Leo', ['Leo']],
    ['', []],
  ])('%s', (body, expected) => expect(mentionedNames(body, names)).toEqual(expected));

  it('are parts of the note, in their order and case', () => {
    const parts = splitMentions('Hi @leo park, see @Nobody', names);
    expect(parts).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@leo park', isMention: true },
      { text: ', see @Nobody', isMention: false },
    ]);
  });

  it('are none where nobody can be mentioned', () =>
    expect(splitMentions('@Leo', ['', ' '])).toEqual([{ text: '@Leo', isMention: false }]));

  it('take time in proportion to the length of the note', () => {
    const many = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(100)}${n}`);
    const body = `@${'a'.repeat(99)} `.repeat(50);
    expect(mentionedNames(body, many)).toEqual([]);
  });
});
