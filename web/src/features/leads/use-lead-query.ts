import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { keepDialog } from '../../shared/dialogs/dialog-link';
import { type LeadFilter, type LeadQuery, type LeadView, parseLeadQuery, toSearchParams } from './lead-query';

/** Reads the leads query from the URL and returns functions that change it. Each change adds a history entry. */
export function useLeadQuery() {
  const [params, setParams] = useSearchParams();
  const query = parseLeadQuery(params);
  const navigate = useCallback(
    (next: LeadQuery, replace = false) =>
      // A search may take effect after a dialog was opened, which stays open.
      setParams((current) => keepDialog(current, toSearchParams(next)), { replace, preventScrollReset: true }),
    [setParams],
  );
  // Replaces the history entry while the user types, so that Back undoes all of it.
  const filterBy = (filter: LeadFilter) =>
    navigate(
      { ...query, filter, page: 1 },
      (['search', 'utmCampaign'] as const).some((name) => {
        const before = query.filter[name];
        return before !== '' && filter[name] !== '' && filter[name] !== before;
      }),
    );
  return {
    ...query,
    filterBy,
    turnTo: (page: number, replace = false) => navigate({ ...query, page }, replace),
    /** Shows a saved view. */
    openView: (filter: LeadFilter, view: LeadView) => navigate({ filter, page: 1, view }),
    show: (view: LeadView) => navigate({ ...query, page: 1, view }),
  };
}
