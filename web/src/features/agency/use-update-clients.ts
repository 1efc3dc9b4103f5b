import { useApolloClient, useMutation } from '@apollo/client/react';
import { attentionToasts } from '../../messages/agency/attention';
import { errorCodeOf, errorMessageOf } from '../../shared/api-error';
import {
  type AttentionClientFragment,
  ClientsNeedingAttentionDocument,
  MonthlyUsageDocument,
  UpdateClientsDocument,
  type UpdateClientsInput,
} from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { showToast, type ToastMessage } from '../../ui/feedback/toaster';

const lists: readonly unknown[] = [ClientsNeedingAttentionDocument, MonthlyUsageDocument];

/**
 * Returns a function that updates several clients, unless somebody changed one of them meanwhile. It resolves to whether
 * they were updated. The list loads again in either case.
 */
export function useUpdateClients() {
  const apollo = useApolloClient();
  const [updateClients, { loading }] = useMutation(UpdateClientsDocument);
  const update = async (
    clients: readonly Pick<AttentionClientFragment, 'id' | 'version'>[],
    input: UpdateClientsInput,
    saved: ToastMessage,
  ): Promise<boolean> => {
    const refresh = () => {
      for (const query of apollo.getObservableQueries('active'))
        if (lists.includes(query.options.query)) retry(query.refetch());
    };
    const ids = clients.map(({ id }) => id);
    const expectedVersions = clients.map(({ version }) => version);
    try {
      await updateClients({ variables: { ids, expectedVersions, input } });
      showToast(saved);
      refresh();
      return true;
    } catch (error) {
      const isOutdated = ['CONFLICT', 'NOT_FOUND'].includes(errorCodeOf(error) ?? '');
      showToast(isOutdated ? attentionToasts.outdated : attentionToasts.failed(errorMessageOf(error)));
      if (isOutdated) refresh();
      return false;
    }
  };
  return { update, isSaving: loading };
}
