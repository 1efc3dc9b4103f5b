import type { ColumnSort, SortingState } from '@tanstack/react-table';
import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 250;

/**
 * The search, the order and the position of a list that the server filters, sorts and pages. The search follows what is
 * typed after a short pause. Another search or order starts at the first page.
 */
export function useServerList(firstSort: ColumnSort) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<SortingState>([firstSort]);
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim());
      if (typed.trim() !== search) setOffset(0);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);
  const { id: field, desc } = sorting[0] ?? firstSort;
  return {
    typed,
    setTyped,
    search,
    field,
    direction: desc ? ('desc' as const) : ('asc' as const),
    offset,
    setOffset,
    tableOptions: {
      manualSorting: true,
      manualPagination: true,
      state: { sorting },
      onSortingChange: (update: SortingState | ((current: SortingState) => SortingState)) => {
        setSorting(update);
        setOffset(0);
      },
    },
  };
}
