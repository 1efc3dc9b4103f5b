import { computeSegments } from '@dripline/contract/rules/message-segments';
import fc from 'fast-check';
import { countSegments } from './count-segments';

const plain = 'aZ09 .,?!\'"\n@£éÜΔ';
const escaped = '^{}[~]|€\\';
const beyond = '’“—…жłő→\u00a0中';
const wide = '😀🎉🏠';

/** Without combined characters, because the standard does not say where they may be split. */
const bodies = fc.oneof(
  ...[plain, plain + escaped, plain + beyond, plain + escaped + beyond + wide].map((letters) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 320, size: 'max' }),
  ),
);

test('the sequence editor and the emulator count the same number of segments for every message', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      expect(computeSegments(body).segments).toBe(countSegments(body));
    }),
    { numRuns: 2_000, endOnFailure: true },
  );
}, 60_000);
