import { Stack, Text } from '@chakra-ui/react';
import type { SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { formatRelativeTime, formatDateTime, sourceName } from '../../../shared/format';
import { BusyButton } from '../../../ui/button/busy-button';
import { DataList } from '../../../ui/data/data-list';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { useReadOnly } from '../../../shared/dashboard-access';
import { sharedMessages } from '../../../messages/shared';
import { answersOf, displayValue } from '../lead-answers';
import { leadDisplayName } from '../lead-name';
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
    ...answersOf(spam).map((answer) => ({ label: answer.label, value: displayValue(answer) || '—' })),
    { label: sharedMessages.campaign, value: spam.campaignName },
    ...(spam.source ? [{ label: 'Source', value: sourceName(spam.source) }] : []),
    { label: 'Received', value: `${formatDateTime(spam.createdAt, timeZone)} (${formatRelativeTime(spam.createdAt)})` },
  ];
  const footer = useReadOnly() ? undefined : (
    <BusyButton loading={restoring} onClick={onRestore}>
      Not spam
    </BusyButton>
  );
  return (
    <ViewDialog title={leadDisplayName(spam)} onClose={onClose} footer={footer}>
      <Stack gap="6">
        <Text color="fg.muted">{spamReasons[spam.reason].sentence}</Text>
        <DataList rows={rows} />
      </Stack>
    </ViewDialog>
  );
}
