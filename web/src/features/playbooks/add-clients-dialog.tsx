import { useMutation } from '@apollo/client/react';
import { RadioGroup, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import {
  ApplyPlaybookDocument,
  type CampaignStatus,
  ClientNamesDocument,
  PlaybookClientsDocument,
  type PlaybookFieldsFragment,
} from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { type ClientItem, ClientsDialog } from './clients-dialog';
import { useBatches } from './use-batches';

const starts = [
  { value: 'inactive', label: messages.startInactive },
  { value: 'active', label: messages.startActive },
] as const;

interface AddClientsDialogProps {
  playbook: PlaybookFieldsFragment;
  onClose: () => void;
}

/** Creates the playbook’s campaign for clients that do not have it. */
export function AddClientsDialog({ playbook: { id, name }, onClose }: AddClientsDialogProps) {
  const [status, setStatus] = useState<CampaignStatus>('inactive');
  const [apply] = useMutation(ApplyPlaybookDocument);
  const batches = useBatches<ClientItem>(async (clientIds) => {
    const { data } = await apply({ variables: { id, clientIds, status } });
    return data!.applyPlaybook;
  });
  const clients = useWholeList(ClientNamesDocument, {}, (data) => data.clients, batches.isRunning);
  const copies = useWholeList(PlaybookClientsDocument, { id }, (data) => data.playbook.copies, batches.isRunning);
  const isLoaded = clients.isComplete && copies.isComplete;
  const having = new Set(copies.items?.map(({ clientId }) => clientId));
  const items = clients.items?.flatMap((client) =>
    having.has(client.id) ? [] : [{ id: client.id, name: client.businessName }],
  );
  return (
    <ClientsDialog
      title={messages.add}
      description={name}
      submitLabel={messages.addTo}
      items={isLoaded ? items : undefined}
      failed={clients.error !== undefined || copies.error !== undefined}
      onRetry={() => retry(clients.refetch(), copies.refetch())}
      emptyTitle={messages.allAdded}
      searchLabel={messages.findClients}
      options={
        <>
          <Text color="fg.muted">{messages.addText}</Text>
          <Stack gap="1">
            <Text id="playbook-start" fontWeight="medium" textStyle="sm">
              {messages.startAs}
            </Text>
            <RadioGroup.Root
              aria-labelledby="playbook-start"
              value={status}
              disabled={batches.isRunning}
              onValueChange={({ value }) => setStatus(value as CampaignStatus)}
            >
              <Stack gap="0">
                {starts.map(({ value, label }) => (
                  <RadioGroup.Item key={value} value={value} minHeight="11">
                    <RadioGroup.ItemHiddenInput />
                    <RadioGroup.ItemIndicator />
                    <RadioGroup.ItemText>{label}</RadioGroup.ItemText>
                  </RadioGroup.Item>
                ))}
              </Stack>
            </RadioGroup.Root>
          </Stack>
        </>
      }
      batches={batches}
      succeeded={playbookToasts.added}
      onClose={onClose}
    />
  );
}
