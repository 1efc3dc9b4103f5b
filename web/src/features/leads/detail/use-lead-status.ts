import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { currentObjectOf } from '../../../shared/api-error';
import { type LeadFieldsFragment, type LeadStatus, UpdateLeadDocument } from '../../../shared/graphql/generated';
import { toasts } from '../../../messages/toasts';
import { showToast } from '../../../ui/feedback/toaster';

/** Saves a lead's status as soon as it is chosen. Of choices made while one is saved, only the last is saved too. */
export function useLeadStatus(lead: LeadFieldsFragment, onFailed: () => void) {
  const [update] = useMutation(UpdateLeadDocument);
  const [shown, setShown] = useState<LeadStatus>();
  const next = useRef<LeadStatus>(undefined);
  const isSaving = useRef(false);
  const savedVersion = useRef(0);
  const send = async (base: LeadFieldsFragment, status: LeadStatus) => {
    const variables = (version: number) => ({ id: base.id, input: { status }, expectedVersion: version });
    const saved = await update({
      variables: variables(base.version),
      optimisticResponse: { updateLead: { __typename: 'Lead', ...base, status } as never },
    }).catch((error: unknown) => {
      const current = currentObjectOf(error);
      // Somebody else changed the answers, which stay.
      if (current?.['status'] !== base.status) throw error;
      return update({ variables: variables(current.version) });
    });
    return saved.data?.updateLead ?? base;
  };
  const save = async () => {
    isSaving.current = true;
    try {
      let saved = lead;
      while (next.current) {
        const status = next.current;
        next.current = undefined;
        saved = await send(saved, status);
        savedVersion.current = saved.version;
      }
      showToast(toasts.leadUpdated);
    } catch {
      showToast(toasts.leadUpdateFailed);
      onFailed();
    }
    next.current = undefined;
    isSaving.current = false;
    setShown(undefined);
  };
  return {
    status: shown ?? lead.status,
    choose: (status: LeadStatus) => {
      next.current = status;
      setShown(status);
      if (!isSaving.current) void save();
    },
    /** Whether a version is what was saved here, which the screen already shows. */
    isOwn: (version: number) => isSaving.current || version <= savedVersion.current,
  };
}
