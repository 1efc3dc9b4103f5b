import { useEffect, useRef } from 'react';

/** What is lost when the user leaves. */
export type UnsavedKind = 'form' | 'upload' | 'secret';

interface Unsaved {
  kind: UnsavedKind;
  isUnsaved: boolean;
  /** Whether it survives a change of the query string, such as another tab of the dashboard. */
  staysOnPage: boolean;
}

interface UnsavedOptions {
  isUnsaved: boolean;
  kind?: UnsavedKind;
  staysOnPage?: boolean;
}

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

/** Marks the open forms as saved. Call it before a navigation that follows saving, because React renders later. */
export function markFormsSaved(): void {
  for (const entry of mounted) if (entry.kind === 'form') entry.isUnsaved = false;
}

/** Whether a form is open, or an upload runs. */
export const hasOpenForm = () => [...mounted].some(({ kind, isUnsaved }) => kind === 'form' || isUnsaved);

/** Returns what a navigation would lose, or undefined when it loses nothing. */
export const findUnsaved = (leavesPage: boolean) =>
  [...mounted].find(({ isUnsaved, staysOnPage }) => isUnsaved && (leavesPage || !staysOnPage))?.kind;
