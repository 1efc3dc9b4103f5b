/** The texts of the steps of a sequence under edit. */
export const sequenceMessages = {
  moveUp: (number: number) => `Move step ${number} up`,
  moveDown: (number: number) => `Move step ${number} down`,
  reorder: (number: number) => `Reorder step ${number}`,
  noMessage: 'No message yet',
  addVariant: 'Compare with another message',
  variant: (number: number) => `Alternative message ${number}`,
  removeVariant: (number: number) => `Remove alternative message ${number}`,
  variantsHint: 'Each lead gets one of these messages. Leads who are enrolled keep theirs.',
  variantsOff: 'A/B testing is off. All leads get the first message.',
  figures: (times: string, replies: string, optOuts: string) =>
    `Sent ${times}, replies ${replies}, opt-outs ${optOuts}`,
  chances: (replies: string, optOuts: string) =>
    `Chance of the most replies: ${replies}, of the fewest opt-outs: ${optOuts}`,
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
