/** The texts of a campaign’s menu and of its deletion. */
export const campaignMessages = {
  moreActionsFor: (name: string) => `More actions for ${name}`,
  pause: 'Pause',
  activate: 'Activate',
  duplicate: 'Duplicate',
  duplicateAtLimit: 'Duplicate (monthly limit reached)',
  saveAsPlaybook: 'Save as a playbook…',
  archive: 'Move to archive',
  restore: 'Restore from archive',
  delete: 'Delete…',
  showArchived: (count: number) => `Show archived campaigns (${count})`,
  hideArchived: 'Hide archived campaigns',
  onlyArchived: 'All campaigns are archived',
  deletes: (leads: string) =>
    `Its ${leads}, sequences and figures are deleted, scheduled messages are cancelled, and its URL and QR codes stop working. To keep the leads, archive it instead.`,
} as const;
