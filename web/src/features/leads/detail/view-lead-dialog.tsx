import { useQuery } from '@apollo/client/react';
import { Button, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadDocument } from '../../../shared/graphql/generated';
import { Pencil } from 'lucide-react';
import { formatRelativeTime, formatDateTime, sourceName } from '../../../shared/format';
import { DataList } from '../../../ui/data/data-list';
import { LoadError } from '../../../ui/feedback/load-error';
import { StatusBadge } from '../../../shared/status-badge';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { useClientChange } from '../../../shared/live/live-client';
import { retry } from '../../../shared/retry';
import { sharedMessages } from '../../../messages/shared';
import { answersOf, displayValue } from '../lead-answers';
import { LeadConsent } from './lead-consent';
import { LeadEnrollment } from './lead-enrollment';
import { LeadTimeline } from './lead-timeline';
import { leadDisplayName } from '../lead-name';

interface ViewLeadDialogProps {
  lead: LeadFieldsFragment;
  timeZone: string;
  /** Undefined if the viewer may not change the lead. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A lead's answers, timeline, consent and messages. */
export function ViewLeadDialog({ lead: listed, timeZone, onEdit, onClose }: ViewLeadDialogProps) {
  const { data, error, refetch } = useQuery(LeadDocument, { variables: { id: listed.id } });
  const lead = data?.lead ?? listed;
  useClientChange(({ lead: changed, message, enrollment }) => {
    if ([changed?.id, message?.leadId, enrollment?.lead.id].includes(listed.id)) retry(refetch());
  });
  const enrollments = data?.lead.enrollments.nodes;
  const rows = [
    ...answersOf(lead).map((answer) => ({ label: answer.label, value: displayValue(answer) || '—' })),
    { label: sharedMessages.campaign, value: lead.campaignName },
    ...(lead.source ? [{ label: 'Source', value: sourceName(lead.source) }] : []),
    { label: sharedMessages.status, value: <StatusBadge status={lead.held ? 'held' : lead.status} /> },
    { label: 'Received', value: `${formatDateTime(lead.createdAt, timeZone)} (${formatRelativeTime(lead.createdAt)})` },
  ];
  return (
    <ViewDialog
      title={leadDisplayName(lead)}
      onClose={onClose}
      footer={
        onEdit && (
          <Button size="sm" variant="outline" colorPalette="gray" onClick={onEdit}>
            <Pencil aria-hidden="true" /> {sharedMessages.edit}
          </Button>
        )
      }
    >
      <Stack gap="6">
        {lead.held && (
          <Text color="fg.muted">
            This lead is held because the monthly lead limit is reached. Its follow-up messages start when it is
            released.
          </Text>
        )}
        <DataList rows={rows} />
        <Stack as="section" gap="3" borderTopWidth="1px" paddingTop="5">
          <Heading as="h3" size="sm">
            Timeline
          </Heading>
          {data && <LeadTimeline entries={data.lead.timeline} timeZone={timeZone} />}
          {!data && error && <LoadError subject="this lead’s timeline" onRetry={() => retry(refetch())} />}
          {!data && !error && <Skeleton height="20" />}
        </Stack>
        {data && (
          <LeadConsent
            leadId={lead.id}
            phone={lead.phone}
            consent={data.lead.consent}
            optedOutAt={data.lead.optedOutAt}
            timeZone={timeZone}
            onRecorded={() => retry(refetch())}
          />
        )}
        {enrollments && (
          <Stack as="section" gap="3" borderTopWidth="1px" paddingTop="5">
            <Heading as="h3" size="sm">
              Messages
            </Heading>
            {enrollments.length === 0 && (
              <Text color="fg.muted" textStyle="sm">
                This lead is not in a follow-up sequence.
              </Text>
            )}
            {enrollments.map((enrollment) => (
              <LeadEnrollment key={enrollment.id} enrollment={enrollment} timeZone={timeZone} />
            ))}
          </Stack>
        )}
      </Stack>
    </ViewDialog>
  );
}
