import type { PersonQuery } from '../../shared/graphql/generated';

/** The result of a search for a person's data. */
export interface PersonSearchResult {
  /** The phone number or email as typed. */
  query: string;
  searchBy: { phone?: string; email?: string };
  person: PersonQuery['person'];
}

/**
 * Returns `records` when leads, spam or rows of imports are stored, `optOut` when only an opt-out is stored, and otherwise `nothing`.
 */
export function storedDataOf({
  person: { leads, spamSubmissions, importRows, optOuts },
}: PersonSearchResult): 'records' | 'optOut' | 'nothing' {
  if (leads.length + spamSubmissions.length + importRows.length > 0) return 'records';
  return optOuts.length > 0 ? 'optOut' : 'nothing';
}
