/** The texts of the command palette and of keyboard shortcuts. */
export const commandMessages = {
  search: 'Search or go to…',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  noResults: (search: string) => `Nothing found for “${search}”`,
  unnamedLead: 'Lead without a name',
  searching: 'Searching leads…',
  searchFailed: 'The leads could not be searched.',

  goTo: 'Go to',
  clients: 'Clients',
  newCampaign: 'New campaign',
  createSequence: 'Create sequence',
  uploadFiles: 'Upload files',
  copyLandingUrl: (campaign: string) => `Copy landing URL: ${campaign}`,

  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'This browser remembers the choice. The shortcuts with Ctrl or ⌘ stay on.',
  general: 'General',
  focusSearch: 'Search this screen',
  create: 'Create, on the current tab',
  then: 'then',
} as const;
