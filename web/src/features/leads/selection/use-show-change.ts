import { useApolloClient } from '@apollo/client/react';
import { selectionToasts } from '../../../messages/leads/lead-selection';
import { sharedMessages } from '../../../messages/shared';
import { errorMessageOf } from '../../../shared/api-error';
import { plural } from '../../../shared/format';
import { UpdateLeadsDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';
import type { ChangedLead, LeadsChange } from './use-update-leads';

/**
 * Returns a function that says that the selected leads were changed, and offers to undo it.
 *
 * @returns a function of the number of selected leads, those that changed, and what gives one of them its values before
 */
export function useShowChange(clientId: string) {
  const apollo = useApolloClient();
  const undo = async (changed: readonly ChangedLead[], toBefore: (lead: ChangedLead) => LeadsChange) => {
    const groups = new Map<string, ChangedLead[]>();
    for (const lead of changed) {
      const change = JSON.stringify(toBefore(lead));
      groups.set(change, [...(groups.get(change) ?? []), lead]);
    }
    try {
      const results = await Promise.all(
        [...groups].map(([change, leads]) =>
          apollo.mutate({
            mutation: UpdateLeadsDocument,
            variables: {
              ...(JSON.parse(change) as LeadsChange),
              clientId,
              // The owner before knows of the leads.
              notifyOwner: false,
              ids: leads.map(({ id }) => id),
              expectedVersions: leads.map(({ version }) => version),
            },
          }),
        ),
      );
      const restored = results.flatMap(({ data }) => data!.updateLeads).length;
      showToast(selectionToasts.undone(plural(restored, 'lead'), changed.length - restored));
    } catch (error) {
      showToast(selectionToasts.undoFailed(errorMessageOf(error)));
    }
  };
  return (selected: number, changed: readonly ChangedLead[], toBefore: (lead: ChangedLead) => LeadsChange) =>
    showToast({
      ...selectionToasts.updated(selected),
      ...(changed.length > 0 && {
        action: { label: sharedMessages.undo, onClick: () => void undo(changed, toBefore) },
      }),
    });
}
