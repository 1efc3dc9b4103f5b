import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import { currentObjectOf } from '../../shared/api-error';
import {
  LeadDocument,
  type LeadFieldsFragment,
  type LeadStatus,
  type TimelineEntryFieldsFragment,
  UpdateLeadDocument,
} from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { toasts } from '../../messages/toasts';
import { showToast } from '../../ui/feedback/toaster';

type Timeline = readonly TimelineEntryFieldsFragment[];

/** The choices of one lead's status that are being saved. */
interface Saver {
  next?: LeadStatus | undefined;
  isSaving: boolean;
  savedVersion: number;
}

/**
 * Saves the statuses of leads as soon as they are chosen. Of choices made while one of the same lead is saved, only the
 * last is saved too. A lead that cannot be saved is loaded again, because somebody may have changed it.
 */
export function useLeadStatuses() {
  const apollo = useApolloClient();
  /** The chosen statuses that are not saved yet, by lead. */
  const [chosen, setChosen] = useState<Readonly<Record<string, LeadStatus>>>({});
  // By lead, because another one may be shown while one is saved.
  const savers = useRef(new Map<string, Saver>());
  const saverOf = (id: string) => {
    const saver = savers.current.get(id) ?? { isSaving: false, savedVersion: 0 };
    savers.current.set(id, saver);
    return saver;
  };
  const send = async (base: LeadFieldsFragment, status: LeadStatus, timeline?: Timeline) => {
    const update = (version: number) => ({
      mutation: UpdateLeadDocument,
      variables: { id: base.id, input: { status }, expectedVersion: version, withTimeline: timeline !== undefined },
    });
    const optimisticResponse = {
      updateLead: { __typename: 'Lead', ...base, status, ...(timeline && { timeline }) } as never,
    };
    const saved = await apollo.mutate({ ...update(base.version), optimisticResponse }).catch((error: unknown) => {
      const current = currentObjectOf(error);
      // Somebody else changed the answers, which stay.
      if (current?.['status'] !== base.status) throw error;
      return apollo.mutate(update(current.version));
    });
    return saved.data?.updateLead ?? base;
  };
  const save = async (lead: LeadFieldsFragment, saver: Saver, timeline?: Timeline) => {
    saver.isSaving = true;
    try {
      let saved = lead;
      while (saver.next) {
        const status = saver.next;
        saver.next = undefined;
        saved = await send(saved, status, timeline);
        saver.savedVersion = saved.version;
      }
      showToast(toasts.leadUpdated);
    } catch {
      showToast(toasts.leadUpdateFailed);
      retry(apollo.query({ query: LeadDocument, variables: { id: lead.id }, fetchPolicy: 'network-only' }));
    }
    saver.next = undefined;
    saver.isSaving = false;
    setChosen(({ [lead.id]: _saved, ...others }) => others);
  };
  return {
    /** Returns the status that a lead has or gets. It is another function when a choice changes. */
    statusOf: useCallback(
      (lead: Pick<LeadFieldsFragment, 'id' | 'status'>) => chosen[lead.id] ?? lead.status,
      [chosen],
    ),
    /** Saves a chosen status. With the timeline that is shown, the same request returns the new one. */
    choose: (lead: LeadFieldsFragment, status: LeadStatus, timeline?: Timeline) => {
      const saver = saverOf(lead.id);
      saver.next = status;
      setChosen((before) => ({ ...before, [lead.id]: status }));
      if (!saver.isSaving) void save(lead, saver, timeline);
    },
    /** Whether a version of a lead is what was saved here, which the screen already shows. */
    isOwn: (id: string, version: number) => {
      const { isSaving, savedVersion } = saverOf(id);
      return isSaving || version <= savedVersion;
    },
  };
}
