import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { currentObjectOf } from '../../shared/api-error';
import {
  LeadDocument,
  type LeadFieldsFragment,
  type LeadStatus,
  UpdateLeadDocument,
} from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { toasts } from '../../messages/toasts';
import { showToast } from '../../ui/feedback/toaster';

/** The choices of one lead's status that are being saved. */
interface Saver {
  next?: LeadStatus | undefined;
  isSaving: boolean;
  savedVersion: number;
}

/**
 * Saves a lead's status as soon as it is chosen. Of choices made while one is saved, only the last is saved too. A lead
 * that cannot be saved is loaded again, because somebody may have changed it.
 */
export function useLeadStatus(lead: LeadFieldsFragment) {
  const apollo = useApolloClient();
  const [shown, setShown] = useState<{ id: string; status: LeadStatus }>();
  // By lead, because another one may be shown while one is saved.
  const savers = useRef(new Map<string, Saver>());
  const saverOf = (id: string) => {
    const saver = savers.current.get(id) ?? { isSaving: false, savedVersion: 0 };
    savers.current.set(id, saver);
    return saver;
  };
  const send = async (base: LeadFieldsFragment, status: LeadStatus) => {
    const update = (version: number) => ({
      mutation: UpdateLeadDocument,
      variables: { id: base.id, input: { status }, expectedVersion: version },
    });
    const optimisticResponse = { updateLead: { __typename: 'Lead', ...base, status } as never };
    const saved = await apollo.mutate({ ...update(base.version), optimisticResponse }).catch((error: unknown) => {
      const current = currentObjectOf(error);
      // Somebody else changed the answers, which stay.
      if (current?.['status'] !== base.status) throw error;
      return apollo.mutate(update(current.version));
    });
    return saved.data?.updateLead ?? base;
  };
  const save = async (saver: Saver) => {
    saver.isSaving = true;
    try {
      let saved = lead;
      while (saver.next) {
        const status = saver.next;
        saver.next = undefined;
        saved = await send(saved, status);
        saver.savedVersion = saved.version;
      }
      showToast(toasts.leadUpdated);
    } catch {
      showToast(toasts.leadUpdateFailed);
      retry(apollo.query({ query: LeadDocument, variables: { id: lead.id }, fetchPolicy: 'network-only' }));
    }
    saver.next = undefined;
    saver.isSaving = false;
    setShown((current) => (current?.id === lead.id ? undefined : current));
  };
  return {
    status: shown?.id === lead.id ? shown.status : lead.status,
    choose: (status: LeadStatus) => {
      const saver = saverOf(lead.id);
      saver.next = status;
      setShown({ id: lead.id, status });
      if (!saver.isSaving) void save(saver);
    },
    /** Whether a version of the lead is what was saved here, which the screen already shows. */
    isOwn: (version: number) => {
      const { isSaving, savedVersion } = saverOf(lead.id);
      return isSaving || version <= savedVersion;
    },
  };
}
