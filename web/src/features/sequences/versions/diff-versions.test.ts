import { diffVersions, type VersionContent } from './diff-versions';

const step = (key: string, message = key, delayMinutes = 0, variants: string[] = []) => ({
  ...{ __typename: 'SequenceStep' as const, key, message, delayMinutes, variants },
});
const version = (...steps: VersionContent['steps']): VersionContent => ({
  triggerEvent: 'lead_created',
  stopOnReply: true,
  steps,
});

describe('the difference of two versions', () => {
  const [a, b, c] = [step('A'), step('B', 'B', 60), step('C', 'C', 1440)];

  it.each<[string, VersionContent, VersionContent, ReturnType<typeof diffVersions>]>([
    ['nothing', version(a, b), version(a, b), []],
    [
      'a message in between, which moves none of the others',
      version(a, c),
      version(a, b, c),
      [{ label: 'Message 2 was added', after: '+1 h: B' }],
    ],
    ['a message less', version(a, b, c), version(a, c), [{ label: 'Message 2 was removed', before: 'B' }]],
    [
      'another order',
      version(a, b, c),
      version(a, c, b),
      [{ label: 'Message 3 became message 2' }, { label: 'Message 2 became message 3' }],
    ],
    [
      'another text, delay and alternative',
      version(step('A', 'Old', 1)),
      version(step('A', 'New', 2, ['Newer'])),
      [
        { label: 'Message 1 was changed', before: 'Old', after: 'New' },
        { label: 'The delay of message 1 was changed', before: '+1 min', after: '+2 min' },
        { label: 'The alternatives of message 1 were changed', before: 'No alternatives', after: 'Newer' },
      ],
    ],
    [
      'another trigger and reply setting',
      version(a),
      { ...version(a), triggerEvent: 'lead_contacted', stopOnReply: false },
      [
        {
          label: 'The trigger was changed',
          before: 'When a lead arrives',
          after: 'When a lead is marked contacted',
        },
        {
          label: 'What a reply does was changed',
          before: 'A reply ends the sequence',
          after: 'A reply does not end the sequence',
        },
      ],
    ],
  ])('is %s', (_, before, after, changes) => {
    expect(diffVersions(before, after)).toEqual(changes);
  });
});
