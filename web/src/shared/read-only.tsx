import { createContext, type ReactNode, useContext } from 'react';

const ReadOnly = createContext(false);

/** Declares whether the screen within is read-only. */
export const ReadOnlyProvider = ReadOnly.Provider;

/** Whether the viewer may change nothing, because the dashboard was opened by a read-only link. */
export const useReadOnly = () => useContext(ReadOnly);

/** Hides actions on a read-only screen. */
export function WhenEditable({ children }: { children: ReactNode }) {
  return useReadOnly() ? null : children;
}
