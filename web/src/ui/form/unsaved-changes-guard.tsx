import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from '../dialog/discard-dialog';
import { findUnsaved, type UnsavedKind } from './unsaved-changes';

/** Asks for confirmation before a navigation or a reload loses unsaved changes, an upload or a secret. Mount it once. */
export function UnsavedChangesGuard() {
  const [kind, setKind] = useState<UnsavedKind>('form');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leavesPage = currentLocation.pathname !== nextLocation.pathname;
    const leaves = leavesPage || currentLocation.search !== nextLocation.search;
    const unsaved = leaves ? findUnsaved(leavesPage) : undefined;
    if (unsaved) setKind(unsaved);
    return unsaved !== undefined;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => findUnsaved(true) && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <DiscardDialog kind={kind} onDiscard={() => blocker.proceed()} onKeep={() => blocker.reset()} />;
}
