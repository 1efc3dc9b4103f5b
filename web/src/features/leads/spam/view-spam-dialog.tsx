import { Stack, Text } from '@chakra-ui/react';
import type { SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { formatAgo, formatMoment, sourceName } from '../../../shared/format';
import { BusyButton } from '../../../ui/button/busy-button';
import { Details } from '../../../ui/data/data-list';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { sharedWords } from '../../../messages/shared';
import { answersOf, shown } from '../lead-answers';
import { nameOf } from '../lead-name';
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
