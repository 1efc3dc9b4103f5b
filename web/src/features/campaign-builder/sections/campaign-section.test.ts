import { deriveSlug } from './campaign-section';

test.each([
  ['Spring Check', 'spring-check'],
  ['  50% off — today & tomorrow! ', '50-off-today-tomorrow'],
  ['already-a-slug', 'already-a-slug'],
  ['***', ''],
])('deriveSlug turns %j into %j', (name, slug) => expect(deriveSlug(name)).toBe(slug));

test('deriveSlug shortens a long name without leaving a hyphen at the end', () => {
  expect(deriveSlug(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
});
