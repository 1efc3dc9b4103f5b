import { HStack } from '@chakra-ui/react';
import type { SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { Eye, ShieldCheck, Trash2 } from 'lucide-react';
import { BusyButton } from '../../../ui/button/busy-button';
import { DataTable } from '../../../ui/table/data-table';
import type { Column } from '../../../ui/table/use-data-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { IconAction } from '../../../ui/button/icon-action';
import { TimeAgo } from '../../../ui/data/time-ago';
import { WhenEditable } from '../../../shared/dashboard-access';
import { sharedMessages } from '../../../messages/shared';
import { LeadContact } from '../lead-contact';
import { LeadName, leadDisplayName } from '../lead-name';
import { spamReasons } from './spam-reason';

interface SpamTableProps {
  spam: readonly SpamLeadFieldsFragment[] | undefined;
  timeZone: string;
  failed: boolean;
  /** The id of the submission that is being restored. */
  restoring: string | null;
  onRetry: () => void;
  onRestore: (spam: SpamLeadFieldsFragment) => void;
  onOpen: (kind: 'view' | 'delete', spam: SpamLeadFieldsFragment) => void;
}

/** The table of spam submissions with their reasons. */
export function SpamTable({ spam, timeZone, failed, restoring, onRetry, onRestore, onOpen }: SpamTableProps) {
  const columns: Column<SpamLeadFieldsFragment>[] = [
    { header: 'Name', primary: true, cell: (submission) => <LeadName lead={submission} /> },
    { header: 'Contact', cell: (submission) => <LeadContact lead={submission} /> },
    { header: sharedMessages.campaign, cell: ({ campaignName }) => <span dir="auto">{campaignName}</span> },
    { header: 'Reason', cell: ({ reason }) => spamReasons[reason].short },
    { header: 'Received', cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (submission) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <WhenEditable>
            <BusyButton
              size="sm"
              height={{ base: '11', md: '8' }}
              variant="outline"
              colorPalette="gray"
              aria-label={`Not spam: ${leadDisplayName(submission)}`}
              loading={restoring === submission.id}
              disabled={restoring !== null}
              onClick={() => onRestore(submission)}
            >
              Not spam
            </BusyButton>
          </WhenEditable>
          <IconAction
            label={`View ${leadDisplayName(submission)}`}
            icon={Eye}
            onClick={() => onOpen('view', submission)}
          />
          <WhenEditable>
            <IconAction
              label={`Delete ${leadDisplayName(submission)}`}
              icon={Trash2}
              onClick={() => onOpen('delete', submission)}
            />
          </WhenEditable>
        </HStack>
      ),
    },
  ];
  return (
    <DataTable
      itemName="spam"
      columns={columns}
      rows={spam}
      rowKey={({ id }) => id}
      failed={failed}
      onRetry={onRetry}
      empty={
        <EmptyState icon={ShieldCheck} title="No spam">
          Submissions that look automated appear here, separate from your leads, so that you can review them.
        </EmptyState>
      }
    />
  );
}
