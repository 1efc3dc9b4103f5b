/** The texts of the board of leads. */
export const boardMessages = {
  table: 'Table',
  board: 'Board',
  columns: 'Leads by status',
  loadMore: (shown: string, total: string) => `Load more (${shown} of ${total})`,
  instructions:
    'To move a lead to another status, press Space or Enter. Choose the status with the left and right arrow keys. Press Space or Enter again to drop the lead, or Escape to cancel.',
  pickedUp: (lead: string, status: string) => `Picked up ${lead}. Its status is ${status}.`,
  over: (lead: string, status: string) => `${lead} is over ${status}.`,
  dropped: (lead: string, status: string) => `${lead} was dropped on ${status}.`,
  cancelled: (lead: string) => `Moving ${lead} was cancelled.`,
} as const;
