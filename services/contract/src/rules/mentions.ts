/** A part of a note: plain text, or the mention of a name. */
export interface NotePart {
  text: string;
  isMention: boolean;
}

/** Splits a note at its mentions: an `@`, followed by one of the names, regardless of case. The longest name counts. */
export function splitMentions(body: string, names: readonly string[]): NotePart[] {
  const known = names.filter((name) => name.trim() !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return [{ text: body, isMention: false }];
  // A letter or digit before the `@`, as in an email address, or after the name, as in a longer one, is no mention.
  const mention = new RegExp(
    `(?<![\\p{L}\\p{N}])(@(?:${known.map(escapePattern).join('|')}))(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return body
    .split(mention)
    .map((text, index) => ({ text, isMention: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Returns which of the names a note mentions, each once. */
export function mentionedNames(body: string, names: readonly string[]): string[] {
  const mentioned = new Set(
    splitMentions(body, names).flatMap(({ text, isMention }) => (isMention ? [text.slice(1).toLowerCase()] : [])),
  );
  return [...new Set(names)].filter((name) => mentioned.has(name.toLowerCase()));
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
