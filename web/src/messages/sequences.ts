/** The texts of the steps of a sequence under edit. */
export const sequenceMessages = {
  moveUp: (number: number) => `Move step ${number} up`,
  moveDown: (number: number) => `Move step ${number} down`,
  reorder: (number: number) => `Reorder step ${number}`,
  noMessage: 'No message yet',
  checkStep: 'Check this step',
  dragInstructions:
    'To move a step, press Space or Enter. Move it with the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.',
  drag: {
    started: (position: number, count: number) => `Picked up the step at position ${position} of ${count}.`,
    moved: (position: number, count: number) => `The step is now at position ${position} of ${count}.`,
    ended: (position: number, count: number) => `Dropped the step at position ${position} of ${count}.`,
    cancelled: 'The step is back where it was.',
  },
} as const;
