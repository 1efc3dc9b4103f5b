import type { LandingView } from './landing-view';

/** Writing systems by their ISO 15924 code, which property escapes accept. */
const scripts = [
  ...['Latn', 'Arab', 'Armn', 'Beng', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hang', 'Hani', 'Hebr'],
  ...['Hira', 'Kana', 'Khmr', 'Knda', 'Laoo', 'Mlym', 'Mymr', 'Nkoo', 'Orya', 'Sinh', 'Syrc', 'Taml', 'Telu', 'Thaa'],
  ...['Thai', 'Tibt'],
].map((code) => ({ code, letters: new RegExp(`\\p{Script=${code}}`, 'gu') }));

/** The codes of the writing systems that combine several of the above. */
const combined: Record<string, string> = { Hang: 'Kore', Hira: 'Jpan', Kana: 'Jpan' };

const rightToLeft = new RegExp(
  ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'].map((code) => `\\p{Script=${code}}`).join('|'),
  'u',
);

/** Returns the direction of a landing page: that of the headline's first letter, as `dir="auto"` determines it. */
export function pageDirection({ headline, businessName }: Pick<LandingView, 'headline' | 'businessName'>) {
  const [firstLetter = ''] = /\p{L}/u.exec(headline || businessName) ?? [];
  return rightToLeft.test(firstLetter) ? 'rtl' : 'ltr';
}

/**
 * Returns the `lang` of a landing page: the campaign's language if most letters of its texts are Latin, else `und` with
 * their script. Campaigns name only languages in Latin letters, and a script does not determine one: Arabic letters also
 * write Persian and Urdu.
 */
export function pageLanguage(view: LandingView): string {
  const { language, headline, businessName, subheadline, submitButtonText, formFields } = view;
  const text = [
    headline || businessName,
    subheadline,
    submitButtonText,
    ...formFields.map(({ label }) => label),
  ].join();
  const counts = scripts.map(({ code, letters }) => ({ code, count: text.match(letters)?.length ?? 0 }));
  const { code } = counts.reduce((most, script) => (script.count > most.count ? script : most));
  return code === 'Latn' ? language : `und-${combined[code] ?? code}`;
}
