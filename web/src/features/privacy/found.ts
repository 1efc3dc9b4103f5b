import type { PersonQuery } from '@dripline/contract/generated';

/** Somebody who was looked for, and what is kept of them. */
export interface Found {
  /** As it was typed. */
  who: string;
  wanted: { phone?: string; email?: string };
  person: PersonQuery['person'];
}

/** Whether there is more of them than that they stopped texts. */
export const isKept = ({ person: { leads, spam } }: Found) => leads.length + spam.length > 0;
