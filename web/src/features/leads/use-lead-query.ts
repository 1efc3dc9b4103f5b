import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type LeadFilter, type LeadQuery, parseLeadQuery, toSearchParams } from './lead-query';

/** Reads the leads query from the URL and returns functions that change it. Each change adds a history entry. */
export function useLeadQuery() {
  const [params, setParams] = useSearchParams();
  const query = parseLeadQuery(params);
  const navigate = useCallback(
    (next: LeadQuery, replace = false) => setParams(toSearchParams(next), { replace, preventScrollReset: true }),
    [setParams],
  );
  // Replaces the history entry while the user types, so that Back undoes the whole search.
  const filterBy = (filter: LeadFilter) =>
    navigate(
      { filter, page: 1 },
      query.filter.search !== '' && filter.search !== '' && filter.search !== query.filter.search,
    );
  return {
    ...query,
    filterBy,
    turnTo: (page: number, replace = false) => navigate({ filter: query.filter, page }, replace),
  };
}
