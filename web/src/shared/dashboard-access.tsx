import { createContext, type ReactNode, useContext } from 'react';

/**
 * Who uses a dashboard: an administrator, the client or an owner of its team; staff of its team; or somebody who has its
 * link, which may be read-only.
 */
export type DashboardAccess = 'owner' | 'staff' | 'link' | 'readOnlyLink';

const Access = createContext<DashboardAccess>('owner');

/** Declares who uses the screen within. */
export const DashboardAccessProvider = Access.Provider;

/** Whether the viewer may change nothing, because the dashboard was opened by a read-only link. */
export const useReadOnly = () => useContext(Access) === 'readOnlyLink';

/** Whether the viewer is signed in. */
export const useIsAccount = () => ['owner', 'staff'].includes(useContext(Access));

/** Whether the viewer may build campaigns and manage what belongs to owners. */
export const useIsOwner = () => useContext(Access) === 'owner';

/** Hides actions on a read-only screen. */
export function WhenEditable({ children }: { children: ReactNode }) {
  return useReadOnly() ? null : children;
}
