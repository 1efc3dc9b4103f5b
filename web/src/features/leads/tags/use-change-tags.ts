import { useApolloClient, useMutation } from '@apollo/client/react';
import { tagToasts } from '../../../messages/leads/lead-tags';
import { errorMessageOf } from '../../../shared/api-error';
import { LeadFieldsFragmentDoc, UpdateLeadsDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';

const isSame = (tag: string, other: string) => tag.toLowerCase() === other.toLowerCase();

/** Returns a function that adds and removes a tag of leads. The screen shows the change before it is saved. */
export function useChangeTags(clientId: string) {
  const { cache } = useApolloClient();
  const [updateLeads] = useMutation(UpdateLeadsDocument);
  return async (ids: string[], { add, remove }: { add?: string; remove?: string }): Promise<boolean> => {
    const changed = ids.flatMap((id) => {
      const lead = cache.readFragment({
        id: cache.identify({ __typename: 'Lead', id })!,
        fragment: LeadFieldsFragmentDoc,
        fragmentName: 'LeadFields',
      });
      if (!lead) return [];
      const kept = lead.tags.filter((tag) => !remove || !isSame(tag, remove));
      const tags = !add || kept.some((tag) => isSame(tag, add)) ? kept : [...kept, add].sort();
      const { status, owner, updatedAt, version } = lead;
      return [{ __typename: 'Lead' as const, id, status, tags, owner, updatedAt, version }];
    });
    try {
      await updateLeads({
        variables: { clientId, ids, ...(add ? { addTags: [add] } : {}), ...(remove ? { removeTags: [remove] } : {}) },
        optimisticResponse: { updateLeads: changed },
      });
      return true;
    } catch (error) {
      showToast(tagToasts.failed(errorMessageOf(error)));
      return false;
    }
  };
}
