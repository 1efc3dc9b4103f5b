import { computeSegments } from './message-segments';
import { asFirstMessage, truncateMessage } from './first-message';

it.each([
  ['Thanks for asking!', 'Acme Heating: Thanks for asking!\nReply STOP to stop.'],
  ['Hi from acme heating', 'Hi from acme heating\nReply STOP to stop.'],
  ['Hi! Text STOP to opt out.', 'Acme Heating: Hi! Text STOP to opt out.'],
  ['Acme Heating here. Reply with "stop" any time.', 'Acme Heating here. Reply with "stop" any time.'],
  ['Acme Heating here. STOP=end', 'Acme Heating here. STOP=end'],
  [
    'Acme Heating: stop by our shop, your one-stop SHOP!',
    'Acme Heating: stop by our shop, your one-stop SHOP!\nReply STOP to stop.',
  ],
  ['  ', '  '],
])('the first message %j becomes %j', (text, sent) => expect(asFirstMessage(text, 'Acme Heating')).toBe(sent));

it.each([1_560, 1_600, 4_000])(
  'a first message of %i characters is truncated to include the business name and opt-out instructions',
  (length) => {
    for (const text of [
      'a'.repeat(length),
      '😀'.repeat(length / 2),
      `${'a'.repeat(length)} Reply STOP to stop.`,
      `${'a'.repeat(length)} Acme Heating`,
    ]) {
      const sent = asFirstMessage(text, 'Acme Heating');
      expect(sent).toContain('Acme Heating');
      expect(sent).toMatch(/Reply STOP to stop\.$/);
      expect(sent.length).toBeLessThanOrEqual(1_600);
      expect(Buffer.from(sent).toString()).toBe(sent);
    }
  },
);

it('a later message is truncated at the limit and gets no additions', () => {
  expect(truncateMessage('a'.repeat(1_530))).toHaveLength(1_530);
  expect(truncateMessage('a'.repeat(1_531))).toBe(`${'a'.repeat(1_527)}...`);
  expect(truncateMessage('é'.repeat(1_600))).toHaveLength(1_530);
  const emoji = truncateMessage('😀'.repeat(600));
  expect(emoji).toMatch(/^😀+\.\.\.$/u);
  expect(computeSegments(emoji).segments).toBe(10);
});
