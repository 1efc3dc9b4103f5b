import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type LeadFilter, type LeadQuery, readLeadQuery, writeLeadQuery } from './lead-query';

/** The list that the address asks for, and how to ask for another: each is a step that Back takes back. */
export function useLeadQuery() {
  const [address, setAddress] = useSearchParams();
  const query = readLeadQuery(address);
  const go = useCallback(
    (next: LeadQuery, replace = false) => setAddress(writeLeadQuery(next), { replace, preventScrollReset: true }),
    [setAddress],
  );
  // While one goes on typing, the word becomes longer, not the way back.
  const filterBy = (filter: LeadFilter) =>
    go(
      { filter, page: 1 },
      query.filter.search !== '' && filter.search !== '' && filter.search !== query.filter.search,
    );
  return { ...query, filterBy, turnTo: (page: number, replace = false) => go({ filter: query.filter, page }, replace) };
}
