import { createContext, type ReactNode, useContext } from 'react';

/** Who uses a dashboard: a signed-in account, or somebody who has its link, which may be read-only. */
export type DashboardAccess = 'account' | 'link' | 'readOnlyLink';

const Access = createContext<DashboardAccess>('account');

/** Declares who uses the screen within. */
export const DashboardAccessProvider = Access.Provider;

/** Whether the viewer may change nothing, because the dashboard was opened by a read-only link. */
export const useReadOnly = () => useContext(Access) === 'readOnlyLink';

/** Whether the viewer is signed in. */
export const useIsAccount = () => useContext(Access) === 'account';

/** Hides actions on a read-only screen. */
export function WhenEditable({ children }: { children: ReactNode }) {
  return useReadOnly() ? null : children;
}
