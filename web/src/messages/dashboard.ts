import { SMS_DISPLAY_LENGTH } from '@dripline/contract/limits';

/** The texts of a client's dashboard, by tab. */
export const dashboardMessages = {
  backToAdmin: 'Back to Admin',
  dashboard: 'Dashboard',
  smsFollowUps: 'SMS Follow-ups',
  fileManager: 'File Manager',
  settings: 'Settings',
  settingsManagedByAgency: 'Your agency manages these settings. Contact them to make changes.',
  details: 'Details',
  usage: 'Usage',
  raiseLimit: 'Raise limit',
  readOnly: 'This dashboard is read-only. To make changes, ask your agency for a login.',

  shareOfLeads: (rate: string) => `${rate} of leads`,
  recentActivity: 'Recent Activity',

  campaignLimitReached: (limit: number) => `Monthly campaign limit of ${limit} reached`,

  qrScans: 'QR Scans',
  copyLandingUrl: 'Copy landing URL',
  downloadQrCode: 'Download QR code',

  exportLeads: 'Export',

  processSms: 'Process SMS Now',
  sequenceName: 'Sequence Name',
  description: 'Description',
  triggerEvent: 'Trigger Event',
  days: 'Days',
  hours: 'Hours',
  minutes: 'Minutes',
  message: 'Message',
  stopOnReply: 'Stop when the lead replies',
  messageLength: (characters: number) => `${characters}/${SMS_DISPLAY_LENGTH} characters`,

  charactersAdded: (characters: number) => `+ ${characters} added automatically`,
  unknownMergeFields: (unknown: string, known: string) =>
    `Unknown merge field ${unknown}. It is sent as a gap. Known merge fields: ${known}.`,

  dropFiles: 'Drop files here',
  totalFiles: 'Total Files',
  totalStorage: 'Total Storage',
  uploadedToday: 'Uploaded Today',
  fileName: 'File Name',
} as const;
