import type { PersonQuery } from '../../shared/graphql/generated';

/** Somebody who was looked for, and what is kept of them. */
export interface Found {
  /** As it was typed. */
  who: string;
  wanted: { phone?: string; email?: string };
  person: PersonQuery['person'];
}

/** How much there is of them: all sorts of things, no more than that they stopped texts, or nothing. */
export function extentOf({ person: { leads, spam, optOuts } }: Found): 'more' | 'stopped' | 'nothing' {
  if (leads.length + spam.length > 0) return 'more';
  return optOuts.length > 0 ? 'stopped' : 'nothing';
}
