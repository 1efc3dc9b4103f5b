import { Stack, Text } from '@chakra-ui/react';
import type { SpamLeadFieldsFragment } from '@dripline/contract/generated';
import { formatAgo, formatMoment, sourceName } from '../../format';
import { BusyButton } from '../../ui/busy-button';
import { Details } from '../../ui/details';
import { ViewDialog } from '../../ui/view-dialog';
import { sharedWords } from '../../words/shared';
import { answersOf, shown } from './form-data';
import { nameOf } from './lead-name';
import { spamReasons } from './spam-reason';

interface ViewSpamDialogProps {
  spam: SpamLeadFieldsFragment;
  timeZone: string;
  restoring: boolean;
  onRestore: () => void;
  onClose: () => void;
}

/** A spam submission's content and reason. */
export function ViewSpamDialog({ spam, timeZone, restoring, onRestore, onClose }: ViewSpamDialogProps) {
  const rows = [
    ...answersOf(spam.formData).map((answer) => ({ label: answer.label, value: shown(answer) || '—' })),
    { label: sharedWords.campaign, value: spam.campaignName },
    ...(spam.source ? [{ label: 'Source', value: sourceName(spam.source) }] : []),
    { label: 'Received', value: `${formatMoment(spam.createdAt, timeZone)} (${formatAgo(spam.createdAt)})` },
  ];
  const footer = (
    <BusyButton loading={restoring} onClick={onRestore}>
      Not spam
    </BusyButton>
  );
  return (
    <ViewDialog title={nameOf(spam)} onClose={onClose} footer={footer}>
      <Stack gap="6">
        <Text color="fg.muted">{spamReasons[spam.reason].sentence}</Text>
        <Details rows={rows} />
      </Stack>
    </ViewDialog>
  );
}
