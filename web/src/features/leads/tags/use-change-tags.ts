import { tagToasts } from '../../../messages/leads/lead-tags';
import { errorMessageOf } from '../../../shared/api-error';
import { showToast } from '../../../ui/feedback/toaster';
import { useUpdateLeads } from '../selection/use-update-leads';

const isSame = (tag: string, other: string) => tag.toLowerCase() === other.toLowerCase();

/** Returns a function that adds and removes a tag of leads. The screen shows the change before it is saved. */
export function useChangeTags(clientId: string) {
  const updateLeads = useUpdateLeads(clientId);
  return async (ids: string[], { add, remove }: { add?: string; remove?: string }): Promise<boolean> => {
    const change = { ...(add ? { addTags: [add] } : {}), ...(remove ? { removeTags: [remove] } : {}) };
    try {
      await updateLeads(ids, change, ({ tags }) => {
        const kept = tags.filter((tag) => !remove || !isSame(tag, remove));
        return { tags: !add || kept.some((tag) => isSame(tag, add)) ? kept : [...kept, add].sort() };
      });
      return true;
    } catch (error) {
      showToast(tagToasts.failed(errorMessageOf(error)));
      return false;
    }
  };
}
