import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import {
  PlaybookCopiesBehindDocument,
  type PlaybookFieldsFragment,
  PushPlaybookDocument,
} from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { type ClientItem, ClientsDialog } from './clients-dialog';
import { CopyChanges } from './copy-changes';
import { useBatches } from './use-batches';

interface UpdateClientsDialogProps {
  playbook: PlaybookFieldsFragment;
  onClose: () => void;
}

/** A copy with the name of its client. */
interface CopyItem extends ClientItem {
  clientId: string;
}

/** Pushes the newest version to the clients that are behind, and shows what it changes for each. */
export function UpdateClientsDialog({ playbook: { id, newestVersion }, onClose }: UpdateClientsDialogProps) {
  // The version whose changes are shown, also if another one is published meanwhile.
  const [number] = useState(newestVersion);
  const [push] = useMutation(PushPlaybookDocument);
  const batches = useBatches<CopyItem>(async (copyIds) => {
    const { data } = await push({ variables: { id, number, copyIds } });
    return data!.pushPlaybook;
  });
  const list = useWholeList(PlaybookCopiesBehindDocument, { id }, ({ playbook }) => playbook.copies, batches.isRunning);
  const items = list.items?.map((copy) => ({ id: copy.id, clientId: copy.clientId, name: copy.client.businessName }));
  return (
    <ClientsDialog
      title={messages.update}
      description={messages.updateText(number)}
      submitLabel={messages.updateTo}
      items={list.isComplete ? items : undefined}
      failed={list.error !== undefined}
      onRetry={() => retry(list.refetch())}
      emptyTitle={messages.allUpToDate}
      isAllSelected
      detailOf={(copy) => <CopyChanges playbookId={id} number={number} copy={copy} />}
      batches={batches}
      succeeded={playbookToasts.updated}
      onClose={onClose}
    />
  );
}
