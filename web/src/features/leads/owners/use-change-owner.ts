import { ownerMessages, ownerToasts } from '../../../messages/leads/lead-owners';
import { errorMessageOf } from '../../../shared/api-error';
import { showToast } from '../../../ui/feedback/toaster';
import { type ChangedLead, useUpdateLeads } from '../selection/use-update-leads';

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

/**
 * Returns a function that sets the owner of leads. The screen shows the change before it is saved. The function returns
 * the leads that changed, or undefined if nothing could be changed.
 */
export function useChangeOwner(clientId: string) {
  const updateLeads = useUpdateLeads(clientId);
  return async (ids: string[], { value, label }: OwnerChoice): Promise<ChangedLead[] | undefined> => {
    const owner = value === NOBODY ? null : { __typename: 'LeadOwner' as const, id: value, name: label };
    try {
      return await updateLeads(ids, { ownerId: owner?.id ?? null }, () => ({ owner }));
    } catch (error) {
      showToast(ownerToasts.failed(errorMessageOf(error)));
      return undefined;
    }
  };
}
