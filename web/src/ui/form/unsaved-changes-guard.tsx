import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from '../dialog/discard-dialog';
import { findUnsaved, type UnsavedKind } from './unsaved-changes';

/** Asks for confirmation before a navigation or a reload loses unsaved changes, an upload or a secret. Mount it once. */
export function UnsavedChangesGuard() {
  const [kind, setKind] = useState<UnsavedKind>('form');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [from, to] = [currentLocation, nextLocation];
    const search = { from: new URLSearchParams(from.search), to: new URLSearchParams(to.search) };
    const leavesPage = from.pathname !== to.pathname;
    const leaves = leavesPage || from.search !== to.search;
    const unsaved = leaves ? findUnsaved(leavesPage ? undefined : search) : undefined;
    if (unsaved) setKind(unsaved);
    return unsaved !== undefined;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => findUnsaved() && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <DiscardDialog kind={kind} onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />;
}
