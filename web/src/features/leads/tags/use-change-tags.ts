import { tagToasts } from '../../../messages/leads/lead-tags';
import { errorMessageOf } from '../../../shared/api-error';
import { showToast } from '../../../ui/feedback/toaster';
import { type ChangedLead, useUpdateLeads } from '../selection/use-update-leads';

/** Whether two names are the same tag. */
export const isSameTag = (tag: string, other: string) => tag.toLowerCase() === other.toLowerCase();

/**
 * Returns a function that adds and removes a tag of leads. The screen shows the change before it is saved. The function
 * returns the leads that changed, or undefined if nothing could be changed.
 */
export function useChangeTags(clientId: string) {
  const updateLeads = useUpdateLeads(clientId);
  return async (
    ids: string[],
    { add, remove }: { add?: string; remove?: string },
  ): Promise<ChangedLead[] | undefined> => {
    const change = { ...(add ? { addTags: [add] } : {}), ...(remove ? { removeTags: [remove] } : {}) };
    try {
      return await updateLeads(ids, change, ({ tags }) => {
        const kept = tags.filter((tag) => !remove || !isSameTag(tag, remove));
        return { tags: !add || kept.some((tag) => isSameTag(tag, add)) ? kept : [...kept, add].sort() };
      });
    } catch (error) {
      showToast(tagToasts.failed(errorMessageOf(error)));
      return undefined;
    }
  };
}
