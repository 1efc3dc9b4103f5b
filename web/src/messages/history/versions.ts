import { failureToast } from '../toasts';

/** The texts of the versions of campaigns and sequences. */
export const versionMessages = {
  open: (name: string) => `Versions of ${name}`,
  version: (number: number) => `Version ${number}`,
  current: 'Current version',
  firstVersion: 'The first version that was kept',
  publishedBy: (name: string) => ` by ${name}`,
  more: 'Show earlier versions',
  restore: (number: number) => `Restore version ${number}`,
  before: 'Before:',
  after: 'After:',
} as const;

/** The toasts about the versions of campaigns and sequences. */
export const versionToasts = {
  loadFailed: failureToast('Failed to load earlier versions'),
};
