/** The texts of the notes on a lead. */
export const noteMessages = {
  notes: 'Notes',
  note: 'Your note',
  newNote: 'New note',
  add: 'Add note',
  empty: 'No notes yet. The lead never sees them.',
  mention: 'People to mention',
  mentionHint: 'Type @ to mention a colleague',
  save: 'Save note',
  showMore: 'Show more notes',
  edited: 'edited',
  edit: 'Edit note',
  delete: 'Delete note',
  deleteTitle: 'Delete this note?',
  deleteText: 'The note is deleted for everyone. This cannot be undone.',
  deleteFailed: 'Failed to delete the note. Please try again.',
  saveFailed: 'Failed to save the note. Your text is kept. Please try again.',
} as const;
