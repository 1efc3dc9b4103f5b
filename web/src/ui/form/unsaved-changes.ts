import { useEffect, useRef } from 'react';

/** What is lost when the user leaves. */
export type UnsavedKind = 'form' | 'upload' | 'secret';

/** A change of the query string. */
interface SearchChange {
  from: URLSearchParams;
  to: URLSearchParams;
}

interface Unsaved {
  kind: UnsavedKind;
  isUnsaved: boolean;
  /** Whether it survives a change of the query string, such as another tab of the dashboard. */
  staysOnPage: boolean | ((search: SearchChange) => boolean);
}

/** What a form registers. */
export type UnsavedOptions = Pick<Unsaved, 'isUnsaved'> & Partial<Unsaved>;

// One list for the whole app, because the router allows only one blocker.
const mounted = new Set<Unsaved>();

/** Asks for confirmation before the user leaves while `isUnsaved`. `UnsavedChangesGuard` asks. */
export function useUnsavedChanges({ isUnsaved, kind = 'form', staysOnPage = false }: UnsavedOptions): void {
  const entry = useRef<Unsaved | null>(null);
  useEffect(() => {
    const own: Unsaved = { kind, isUnsaved: false, staysOnPage };
    entry.current = own;
    mounted.add(own);
    return () => void mounted.delete(own);
  }, [kind, staysOnPage]);
  useEffect(() => {
    if (entry.current) entry.current.isUnsaved = isUnsaved;
  }, [isUnsaved, kind, staysOnPage]);
}

/** Whether a form is open, or an upload runs. */
export const hasOpenForm = () => [...mounted].some(({ kind, isUnsaved }) => kind === 'form' || isUnsaved);

const survives = ({ staysOnPage }: Unsaved, search: SearchChange) =>
  typeof staysOnPage === 'function' ? staysOnPage(search) : staysOnPage;

/**
 * Marks the open forms as saved. Call it before a navigation that follows saving, because React renders later.
 *
 * @param search the change of the query string if the navigation stays on the page. Forms that survive it are not marked.
 */
export function markFormsSaved(search?: SearchChange): void {
  for (const entry of mounted)
    if (entry.kind === 'form' && !(search && survives(entry, search))) entry.isUnsaved = false;
}

const closingDialog: SearchChange = { from: new URLSearchParams({ dialog: 'open' }), to: new URLSearchParams() };

/** Marks the form of an open dialog as saved or discarded. Forms of the page behind it keep what was typed. */
export const markDialogSaved = () => markFormsSaved(closingDialog);

/**
 * Returns what a navigation would lose, or undefined when it loses nothing.
 *
 * @param search the change of the query string if the navigation stays on the page
 */
export const findUnsaved = (search?: SearchChange) =>
  [...mounted].find((entry) => entry.isUnsaved && !(search && survives(entry, search)))?.kind;
