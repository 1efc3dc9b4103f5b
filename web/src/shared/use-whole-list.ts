import type { ErrorLike, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';

interface Page<Item> {
  nodes: Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** A list that is loaded page by page. */
interface WholeList<Item> {
  /** The nodes of the pages so far. Undefined before the first page, and if a page cannot be loaded. */
  items: Item[] | undefined;
  /** Whether all pages are loaded. */
  isComplete: boolean;
  error: ErrorLike | undefined;
  refetch: () => Promise<unknown>;
}

/**
 * Queries a list with all its pages, one after the other. The cache appends each page to the previous ones.
 *
 * @param page selects the page from the data of the query
 * @param skip true to query nothing yet
 */
export function useWholeList<Data, Variables extends { after?: string | null | undefined }, Item>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  page: (data: Data) => Page<Item>,
  skip = false,
): WholeList<Item> {
  // The hook's overloads cannot resolve generic variables.
  const query = useQuery(document as TypedDocumentNode<Data, { after?: string | null }>, { variables, skip });
  const { data, error, fetchMore, refetch } = query;
  const [pageError, setPageError] = useState<ErrorLike>();
  const list = data === undefined ? undefined : page(data as Data);
  const endCursor = list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
  useEffect(() => {
    if (endCursor !== null) fetchMore({ variables: { after: endCursor } }).catch(setPageError);
  }, [endCursor, fetchMore]);
  return {
    items: pageError === undefined ? list?.nodes : undefined,
    isComplete: list !== undefined && endCursor === null && pageError === undefined,
    error: error ?? pageError,
    refetch: async () => {
      await refetch();
      setPageError(undefined);
    },
  };
}
