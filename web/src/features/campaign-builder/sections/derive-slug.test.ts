import { deriveSlug } from './derive-slug';

test.each([
  ['Spring Check', 'spring-check'],
  ['  50% off — today & tomorrow! ', '50-off-today-tomorrow'],
  ['already-a-slug', 'already-a-slug'],
  ['***', ''],
])('%j becomes %j', (name, slug) => expect(deriveSlug(name)).toBe(slug));

test('a long name is cut where no hyphen is left at the end', () => {
  expect(deriveSlug(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
});
