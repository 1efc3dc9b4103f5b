import { failureToast } from '../toasts';

/** The texts of the tags of leads. */
export const tagMessages = {
  tags: 'Tags',
  newTag: 'Add a tag',
  add: 'Add',
  addToSelected: 'Add a tag to the selected leads',
  removeFromSelected: 'Remove a tag from them',
  chooseTag: 'Choose a tag',
  removeChosen: 'Remove it',
  remove: (tag: string) => `Remove the tag ${tag}`,
  none: 'No tags yet.',
  more: (count: number) => `+${count}`,
} as const;

/** The toast of a change of tags that failed. */
export const tagToasts = {
  failed: (reason = 'Failed to change the tags') => failureToast(reason),
};
