/** The texts of the overview of keyboard shortcuts. */
export const shortcutMessages = {
  inTables: 'In a table',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  firstRow: 'First row',
  lastRow: 'Last row',
  openRow: 'Open the row',
  selectRow: 'Select the lead',
  selectRange: 'Select from the last selected lead on',
  selectNext: 'Select this lead and the next',
  selectPrevious: 'Select this lead and the previous',
  inLeads: 'In an open lead',
} as const;
