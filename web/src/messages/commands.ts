/** The texts of the command palette and of keyboard shortcuts. */
export const commandMessages = {
  search: 'Search or go to…',
  noResults: (search: string) => `Nothing found for “${search}”`,
  unnamedLead: 'Lead without a name',
  searching: 'Searching leads…',
  searchFailed: 'The leads could not be searched.',

  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'This browser remembers the choice. The shortcuts with Ctrl or ⌘ stay on.',
  general: 'General',
  focusSearch: 'Search this screen',
  create: 'Create, on the current tab',
  then: 'then',
} as const;
