import { useApolloClient } from '@apollo/client/react';
import { MAX_FORM_VALUE_LENGTH, MAX_IMPORT_ROWS_PER_REQUEST } from '@dripline/contract/limits';
import { useEffect, useRef, useState } from 'react';
import {
  AddLeadImportRowsDocument,
  CreateLeadImportDocument,
  type CreateLeadImportMutationVariables,
  type LeadImportFieldsFragment,
} from '../../../shared/graphql/generated';
import { withoutControls } from './read-csv';

/** Largest part of a file in one request, in characters. The API accepts 1 MB. */
const MAX_PART = 200_000;

/** Sends the rows of a file in parts and returns what was found in them. */
export function useLeadImport() {
  const apollo = useApolloClient();
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState(0);
  // What was sent of the same file with the same columns, so that another attempt goes on there.
  const begun = useRef<{ key: string; found: LeadImportFieldsFragment }>(undefined);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  /** Returns undefined if the dialog was closed meanwhile. */
  const send = async (variables: CreateLeadImportMutationVariables, rows: readonly string[][]) => {
    setSending(true);
    try {
      const key = JSON.stringify(variables);
      let found: LeadImportFieldsFragment =
        begun.current?.key === key
          ? begun.current.found
          : (await apollo.mutate({ mutation: CreateLeadImportDocument, variables })).data!.createLeadImport;
      begun.current = { key, found };
      while (found.rows < rows.length) {
        setSent(found.rows);
        const { id, rows: position } = found;
        const added = await apollo.mutate({
          mutation: AddLeadImportRowsDocument,
          variables: { id, position, rows: nextPart(rows, position) },
        });
        if (!isOpen.current) return undefined;
        found = added.data!.addLeadImportRows;
        begun.current = { key, found };
      }
      return found;
    } finally {
      setSending(false);
    }
  };
  return { send, isSending, sent };
}

/** Returns the rows from a position that one request can contain, at least one. */
export function nextPart(rows: readonly string[][], from: number): string[][] {
  const part: string[][] = [];
  let size = 0;
  for (const row of rows.slice(from, from + MAX_IMPORT_ROWS_PER_REQUEST)) {
    // A longer cell is rejected anyway.
    const cells = row.map((cell) => withoutControls(cell).slice(0, MAX_FORM_VALUE_LENGTH + 1));
    size += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (size > MAX_PART && part.length > 0) break;
    part.push(cells);
  }
  return part;
}
