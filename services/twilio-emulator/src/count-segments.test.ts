import { computeSegments } from '@dripline/contract/rules/message-segments';
import fc from 'fast-check';
import { countSegments } from './count-segments';

const plain = 'aZ09 .,?!\'"\n@£éÜΔ';
const escaped = '^{}[~]|€\\';
const beyond = '’“—…жłő→\u00a0中';
const wide = '😀🎉🏠';

/** What is put together of several characters is left out: the standard does not say where it may be cut. */
const texts = fc.oneof(
  ...[plain, plain + escaped, plain + beyond, plain + escaped + beyond + wide].map((letters) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 320, size: 'max' }),
  ),
);

test('the editor counts as the stand-in of Twilio bills, whatever the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(computeSegments(text).segments).toBe(countSegments(text));
    }),
    { numRuns: 2_000, endOnFailure: true },
  );
}, 60_000);
