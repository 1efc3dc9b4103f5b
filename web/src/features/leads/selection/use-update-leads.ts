import { useApolloClient, useMutation } from '@apollo/client/react';
import {
  type LeadFieldsFragment,
  LeadFieldsFragmentDoc,
  UpdateLeadsDocument,
  type UpdateLeadsMutation,
  type UpdateLeadsMutationVariables,
} from '../../../shared/graphql/generated';

type UpdatedLead = UpdateLeadsMutation['updateLeads'][number];
type Change = Omit<UpdateLeadsMutationVariables, 'clientId' | 'ids'>;

/**
 * Returns a function that changes leads of a client. The screen shows what `preview` returns of each lead before it is
 * saved, and what it showed before if it cannot be saved.
 */
export function useUpdateLeads(clientId: string) {
  const { cache } = useApolloClient();
  const [updateLeads] = useMutation(UpdateLeadsDocument);
  return async (ids: string[], change: Change, preview: (lead: LeadFieldsFragment) => Partial<UpdatedLead>) => {
    const changed = ids.flatMap((id) => {
      const lead = cache.readFragment({
        id: cache.identify({ __typename: 'Lead', id })!,
        fragment: LeadFieldsFragmentDoc,
        fragmentName: 'LeadFields',
      });
      if (!lead) return [];
      const { status, tags, owner, updatedAt, version } = lead;
      return [{ __typename: 'Lead' as const, id, status, tags, owner, updatedAt, version, ...preview(lead) }];
    });
    await updateLeads({ variables: { clientId, ids, ...change }, optimisticResponse: { updateLeads: changed } });
  };
}
