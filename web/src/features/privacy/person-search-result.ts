import type { PersonQuery } from '../../shared/graphql/generated';

/** The result of a search for a person's data. */
export interface PersonSearchResult {
  /** The phone number or email as typed. */
  query: string;
  searchBy: { phone?: string; email?: string };
  person: PersonQuery['person'];
}

/** Returns `more` when leads or spam are stored, `stopped` when only an opt-out is stored, and otherwise `nothing`. */
export function storedExtent({
  person: { leads, spamSubmissions, optOuts },
}: PersonSearchResult): 'more' | 'stopped' | 'nothing' {
  if (leads.length + spamSubmissions.length > 0) return 'more';
  return optOuts.length > 0 ? 'stopped' : 'nothing';
}
