import { useApolloClient, useMutation } from '@apollo/client/react';
import {
  type LeadFieldsFragment,
  LeadFieldsFragmentDoc,
  UpdateLeadsDocument,
  type UpdateLeadsMutation,
  type UpdateLeadsMutationVariables,
} from '../../../shared/graphql/generated';

type UpdatedLead = UpdateLeadsMutation['updateLeads'][number];

/** What is changed of leads. */
export type LeadsChange = Omit<UpdateLeadsMutationVariables, 'clientId' | 'ids' | 'expectedVersions'>;

/** A lead that was changed, with its values before and its version since. */
export type ChangedLead = Pick<LeadFieldsFragment, 'id' | 'status' | 'tags' | 'owner' | 'version'>;

/**
 * Returns a function that changes leads of a client. The screen shows what `preview` returns of each lead before it is
 * saved, and what it showed before if it cannot be saved. The function returns the leads that changed.
 */
export function useUpdateLeads(clientId: string) {
  const { cache } = useApolloClient();
  const [updateLeads] = useMutation(UpdateLeadsDocument);
  return async (
    ids: string[],
    change: LeadsChange,
    preview: (lead: LeadFieldsFragment) => Partial<UpdatedLead>,
  ): Promise<ChangedLead[]> => {
    const leads = ids.flatMap(
      (id) =>
        cache.readFragment({
          id: cache.identify({ __typename: 'Lead', id })!,
          fragment: LeadFieldsFragmentDoc,
          fragmentName: 'LeadFields',
        }) ?? [],
    );
    const changed = leads.map((lead) => {
      const { id, status, tags, owner, updatedAt, version } = lead;
      return { __typename: 'Lead' as const, id, status, tags, owner, updatedAt, version, ...preview(lead) };
    });
    const { data } = await updateLeads({
      variables: { clientId, ids, ...change },
      optimisticResponse: { updateLeads: changed },
    });
    const versions = new Map(data!.updateLeads.map(({ id, version }) => [id, version]));
    return leads.flatMap((lead) => {
      const version = versions.get(lead.id);
      if (version === undefined || version === lead.version) return [];
      // Somebody else changed it before, to values that are not known here. No lead has version 0.
      return [{ ...lead, version: version === lead.version + 1 ? version : 0 }];
    });
  };
}
