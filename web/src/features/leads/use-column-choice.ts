import { useQuery } from '@apollo/client/react';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { tagMessages } from '../../messages/leads/lead-tags';
import { sharedMessages } from '../../messages/shared';
import { ViewerDocument } from '../../shared/graphql/generated';

/** The columns of the leads list that may be hidden. */
export const leadColumns = [
  { value: 'contact', label: 'Contact' },
  { value: 'campaignName', label: sharedMessages.campaign },
  { value: 'status', label: sharedMessages.status },
  { value: 'tags', label: tagMessages.tags },
  { value: 'owner', label: sharedMessages.owner },
  { value: 'source', label: 'Source' },
  { value: 'createdAt', label: 'Received' },
] as const;

/** The columns that are hidden until the account shows them. */
export const hiddenByDefault = ['source'];

/** Returns the columns that an account hid in this browser. The default where storage is blocked. */
function storedColumns(key: string): string[] {
  try {
    const stored = localStorage.getItem(key);
    if (stored === null) return hiddenByDefault;
    const hidden: unknown = JSON.parse(stored);
    return leadColumns.map(({ value }) => value).filter((value) => Array.isArray(hidden) && hidden.includes(value));
  } catch {
    return hiddenByDefault;
  }
}

function storeColumns(key: string, hidden: readonly string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(hidden));
  } catch {
    // The choice then applies to this page only.
  }
}

/** The columns of the leads list that the account shows, which this browser remembers. */
export function useColumnChoice() {
  // The dashboard has loaded it.
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const key = `leadColumns:${data?.viewer?.user?.id ?? data?.viewer?.member?.id ?? data?.viewer?.client?.id ?? 'link'}`;
  const [chosen, setChosen] = useState<{ key: string; hidden: string[] }>();
  const stored = useMemo(() => storedColumns(key), [key]);
  const hidden = chosen?.key === key ? chosen.hidden : stored;
  const hide = (next: string[]) => {
    storeColumns(key, next);
    setChosen({ key, hidden: next });
  };
  return {
    items: leadColumns.map(({ value, label }) => ({ value, label, isChecked: !hidden.includes(value) })),
    // The same object while the choice is the same, because all rows render again with another one.
    visibility: useMemo((): ColumnVisibilityState => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]),
    hidden,
    hide,
    toggle: (id: string) => hide(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
  };
}
