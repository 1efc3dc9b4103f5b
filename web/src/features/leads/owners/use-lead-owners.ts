import { useApolloClient, useMutation } from '@apollo/client/react';
import { ownerMessages, ownerToasts } from '../../../messages/leads/lead-owners';
import { errorMessageOf } from '../../../shared/api-error';
import { LeadFieldsFragmentDoc, UpdateLeadsDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';

/** The value of the choice that a lead has no owner. */
export const NOBODY = 'nobody';

/** A member who can own leads, or nobody, as an entry of a field or a menu. */
export interface OwnerChoice {
  value: string;
  label: string;
}

/** Returns the entries of a field or a menu that sets the owner. Empty if the client has no team. */
export const toOwnerChoices = (owners: readonly { id: string; name: string }[] = []): OwnerChoice[] =>
  owners.length === 0
    ? []
    : [{ value: NOBODY, label: ownerMessages.nobody }, ...owners.map(({ id, name }) => ({ value: id, label: name }))];

/** Returns a function that sets the owner of leads. The screen shows the change before it is saved. */
export function useChangeOwner(clientId: string) {
  const { cache } = useApolloClient();
  const [updateLeads] = useMutation(UpdateLeadsDocument);
  return async (ids: string[], chosen: OwnerChoice): Promise<boolean> => {
    const owner = chosen.value === NOBODY ? null : { id: chosen.value, name: chosen.label };
    const changed = ids.flatMap((id) => {
      const lead = cache.readFragment({
        id: cache.identify({ __typename: 'Lead', id })!,
        fragment: LeadFieldsFragmentDoc,
        fragmentName: 'LeadFields',
      });
      if (!lead) return [];
      const { status, tags, updatedAt, version } = lead;
      const named = owner && { __typename: 'LeadOwner' as const, ...owner };
      return [{ __typename: 'Lead' as const, id, status, tags, owner: named, updatedAt, version }];
    });
    try {
      await updateLeads({
        variables: { clientId, ids, ownerId: owner?.id ?? null },
        optimisticResponse: { updateLeads: changed },
      });
      return true;
    } catch (error) {
      showToast(ownerToasts.failed(errorMessageOf(error)));
      return false;
    }
  };
}
