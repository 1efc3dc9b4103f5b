import { deriveSlug } from './slug';

test.each([
  ['Söhne & Café', 'sohne-cafe'],
  ['  Spring -- Offer! ', 'spring-offer'],
  ['Straße Nr. 5', 'strasse-nr-5'],
  ['Łódź Ærø Þór', 'lodz-aero-thor'],
  ['ﬁne ２４', 'fine-24'],
  ['東京', ''],
  ['---', ''],
])('the slug of “%s” is “%s”', (name, slug) => expect(deriveSlug(name, 100)).toBe(slug));

test('a slug that is cut does not end with a hyphen', () => expect(deriveSlug('spring offer', 7)).toBe('spring'));
