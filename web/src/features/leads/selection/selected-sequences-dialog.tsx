import { useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { accountMessages } from '../../../messages/accounts';
import { leadMessages } from '../../../messages/leads/lead-details';
import { selectionMessages } from '../../../messages/leads/lead-selection';
import { plural } from '../../../shared/format';
import { SequenceChoicesDocument, type StartSequencesMutation } from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { BusyButton } from '../../../ui/button/busy-button';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { Select } from '../../../ui/form/select';

interface SelectedSequencesDialogProps {
  clientId: string;
  /** What is changed, such as "3 selected leads". */
  name: string;
  /** Starts a sequence. Resolves to what the dialog shows, if anything. */
  onStart: (sequenceId: string) => Promise<StartSequencesMutation['startSequences'] | undefined>;
  onStop: () => Promise<void>;
  onClose: () => void;
}

/** Starts a sequence for the selected leads, or stops all of theirs. Says who was skipped and why. */
export function SelectedSequencesDialog({ clientId, name, onStart, onStop, onClose }: SelectedSequencesDialogProps) {
  const { data } = useQuery(SequenceChoicesDocument, { variables: { clientId }, ...refreshedOnOpen });
  const [isBusy, setBusy] = useState<'start' | 'stop'>();
  const [chosen, setChosen] = useState('');
  const [result, setResult] = useState<StartSequencesMutation['startSequences']>();
  const active = (data?.client.sequences.nodes ?? []).filter(({ status }) => status === 'active');

  const startChosen = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    setBusy('start');
    const started = await onStart(chosen);
    setBusy(undefined);
    if (started) setResult(started);
    else onClose();
  };
  const stopAll = async () => {
    setBusy('stop');
    await onStop();
    onClose();
  };
  const title = `${selectionMessages.sequences}: ${name}`;
  if (result)
    return (
      <ViewDialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{accountMessages.done}</Button>}>
        <Stack gap="2" paddingBottom="4" role="status">
          <Text fontWeight="medium">{selectionMessages.startedFor(plural(result.started, 'lead'))}</Text>
          {result.skipped.map(({ reason, leads }) => (
            <Text key={reason} textStyle="sm">
              {selectionMessages.skipped(plural(leads, 'lead'), reason)}
            </Text>
          ))}
        </Stack>
      </ViewDialog>
    );
  return (
    <ViewDialog title={title} onClose={onClose}>
      <Stack gap="5" paddingBottom="4">
        {active.length > 0 && (
          <Stack gap="2">
            <Text textStyle="sm" fontWeight="medium">
              {leadMessages.startSequence}
            </Text>
            <HStack as="form" gap="2" onSubmit={(event) => void startChosen(event)}>
              <Select
                size="sm"
                dir="auto"
                aria-label={leadMessages.startSequence}
                options={[
                  { value: '', label: selectionMessages.chooseSequence },
                  ...active.map(({ id, name, campaignName }) => ({ value: id, label: `${name} – ${campaignName}` })),
                ]}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
              />
              <BusyButton
                type="submit"
                size="sm"
                variant="outline"
                colorPalette="gray"
                loading={isBusy === 'start'}
                loadingText={selectionMessages.start}
                disabled={!chosen || isBusy === 'stop'}
              >
                {selectionMessages.start}
              </BusyButton>
            </HStack>
          </Stack>
        )}
        <Box>
          <Text textStyle="sm" color="fg.muted" marginBottom="2">
            {selectionMessages.stopHint}
          </Text>
          <BusyButton
            size="sm"
            variant="outline"
            colorPalette="gray"
            loading={isBusy === 'stop'}
            loadingText={selectionMessages.stopAll}
            disabled={isBusy === 'start'}
            onClick={() => void stopAll()}
          >
            {selectionMessages.stopAll}
          </BusyButton>
        </Box>
      </Stack>
    </ViewDialog>
  );
}
