import { Button, Drawer, HStack, Skeleton, Stack, Tabs, Text } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadDocument } from '../../../shared/graphql/generated';
import { ChevronLeft, ChevronRight, Pencil } from 'lucide-react';
import { type Ref, useDeferredValue } from 'react';
import { formatCount, formatRelativeTime, formatDateTime, sourceName } from '../../../shared/format';
import { DataList } from '../../../ui/data/data-list';
import { InitialsAvatar } from '../../../ui/data/initials-avatar';
import { LoadError } from '../../../ui/feedback/load-error';
import { IconAction } from '../../../ui/button/icon-action';
import { TitledSection } from '../../../ui/layout/titled-section';
import { useDialogPanel } from '../../../shared/dialogs/use-dialog-panel';
import { useLiveQuery } from '../../../shared/live/live-client';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { abTestMessages } from '../../../messages/campaigns/ab-tests';
import { dashboardMessages } from '../../../messages/dashboard';
import { conversationMessages } from '../../../messages/leads/conversation';
import { noteMessages } from '../../../messages/leads/notes';
import { leadMessages } from '../../../messages/leads/lead-details';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { sharedMessages } from '../../../messages/shared';
import { answersOf, displayValue } from '../lead-answers';
import { LeadConversation } from './conversation/lead-conversation';
import { attributionRows } from './attribution-rows';
import { LeadActions } from './lead-actions';
import { LeadConsent } from './lead-consent';
import { LeadEnrollment } from './lead-enrollment';
import { LeadNotes } from './notes/lead-notes';
import { LeadTimeline } from './lead-timeline';
import { leadDisplayName } from '../lead-name';
import { LeadOwner } from '../owners/lead-owner';
import { toOwnerChoices } from '../owners/use-change-owner';
import { LeadTags } from '../tags/lead-tags';
import { StartSequence } from './start-sequence';
import { useLeadStatuses } from '../use-lead-statuses';

const panels = ['details', 'conversation'];

interface LeadDetailsProps {
  lead: LeadFieldsFragment;
  timeZone: string;
  /** Where the lead is in the list beside the drawer, from 1, or 0 if it is not in it. */
  position: number;
  /** How many leads of the list can be reached. */
  total: number;
  onMove: (by: -1 | 1) => void;
  /** Undefined if the viewer may not change the lead. */
  onEdit?: (() => void) | undefined;
  editRef: Ref<HTMLButtonElement>;
}

/**
 * A lead within its drawer: its status, and in two tabs its details (answers, timeline, sequences, consent) and the
 * conversation with it.
 */
export function LeadDetails({ lead: listed, timeZone, position, total, onMove, onEdit, editRef }: LeadDetailsProps) {
  const { panel, show } = useDialogPanel(panels);
  // The drawer closes after the next paint, with the tab that it shows.
  const tab = useDeferredValue(panel);
  const { statusOf, choose, isOwn } = useLeadStatuses();
  const { data, error, refetch } = useLiveQuery(
    LeadDocument,
    // The timeline changes while the drawer is closed, too.
    { variables: { id: listed.id }, ...refreshedOnOpen },
    ({ lead: changed, message, enrollment }) =>
      (changed?.id === listed.id && !isOwn(changed.id, changed.version)) ||
      [message?.leadId, enrollment?.lead.id].includes(listed.id),
  );
  const lead = data?.lead ?? listed;
  const owners = toOwnerChoices(data?.lead.client.leadOwners);
  const enrollments = data?.lead.enrollments.nodes;
  const rows = [
    ...answersOf(lead).map((answer) => ({ label: answer.label, value: displayValue(answer) || '—' })),
    { label: sharedMessages.campaign, value: lead.campaignName },
    ...(lead.source ? [{ label: 'Source', value: sourceName(lead.source, lead.placement?.name) }] : []),
    ...(data?.lead.abTestVariant
      ? [{ label: 'Page of the A/B test', value: abTestMessages.variants[data.lead.abTestVariant.position]! }]
      : []),
    { label: 'Received', value: `${formatDateTime(lead.createdAt, timeZone)} (${formatRelativeTime(lead.createdAt)})` },
    ...attributionRows(data?.lead),
  ];
  return (
    <Tabs.Root display="contents" value={tab} onValueChange={({ value }) => show(value)} lazyMount unmountOnExit>
      <Drawer.Header flexDirection="column" gap="4" borderBottomWidth="1px" paddingBottom="0">
        <HStack gap="3">
          <InitialsAvatar name={leadDisplayName(lead)} size="40px" />
          <Drawer.Title dir="auto" aria-live="polite">
            {leadDisplayName(lead)}
          </Drawer.Title>
        </HStack>
        <LeadActions
          lead={lead}
          status={statusOf(lead)}
          onStatus={(status) => choose(lead, status, data?.lead?.timeline)}
        />
        <Tabs.List flexDirection={{ base: 'row', lg: 'row' }} gap={{ base: '5', lg: '5' }}>
          <Tabs.Trigger value="details" css={tabStyle}>
            {dashboardMessages.details}
          </Tabs.Trigger>
          <Tabs.Trigger value="conversation" css={tabStyle}>
            {conversationMessages.conversation}
          </Tabs.Trigger>
        </Tabs.List>
      </Drawer.Header>
      <Tabs.Content value="conversation" css={tabContentStyle}>
        <LeadConversation key={lead.id} leadId={lead.id} leadName={leadDisplayName(lead)} timeZone={timeZone} />
      </Tabs.Content>
      <Tabs.Content value="details" css={tabContentStyle}>
        <Drawer.Body key={lead.id} tabIndex={0} paddingTop="5">
          <Stack gap="6">
            {lead.held && (
              <Text color="fg.muted">
                This lead is held because the monthly lead limit is reached. Its follow-up messages start when it is
                released.
              </Text>
            )}
            <DataList rows={rows} />
            {(owners.length > 0 || lead.owner) && (
              <TitledSection title={sharedMessages.owner}>
                <LeadOwner lead={lead} owners={owners} />
              </TitledSection>
            )}
            <TitledSection title={tagMessages.tags}>
              <LeadTags lead={lead} />
            </TitledSection>
            <TitledSection title={noteMessages.notes}>
              <LeadNotes
                key={lead.id}
                leadId={lead.id}
                timeZone={timeZone}
                names={data?.lead.client.leadOwners.map(({ name }) => name) ?? []}
                isOwn={(version) => isOwn(lead.id, version)}
              />
            </TitledSection>
            <TitledSection title="Timeline">
              {data && <LeadTimeline entries={data.lead.timeline} timeZone={timeZone} />}
              {!data && error && <LoadError subject="this lead’s timeline" onRetry={() => retry(refetch())} />}
              {!data && !error && <Skeleton height="20" />}
            </TitledSection>
            {enrollments && (
              <TitledSection title="Messages">
                {enrollments.length === 0 && (
                  <Text color="fg.muted" textStyle="sm">
                    This lead is not in a follow-up sequence.
                  </Text>
                )}
                {enrollments.map((enrollment) => (
                  <LeadEnrollment key={enrollment.id} enrollment={enrollment} timeZone={timeZone} />
                ))}
                {onEdit && <StartSequence key={lead.id} lead={data.lead} onStarted={() => retry(refetch())} />}
              </TitledSection>
            )}
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
          </Stack>
        </Drawer.Body>
      </Tabs.Content>
      {(position > 0 || onEdit) && (
        <Drawer.Footer borderTopWidth="1px" justifyContent="space-between">
          <HStack gap="1">
            {position > 0 && (
              <>
                <Move label={leadMessages.previousLead} isOff={position === 1} onClick={() => onMove(-1)} />
                <Move label={leadMessages.nextLead} isOff={position === total} onClick={() => onMove(1)} />
                <Text color="fg.muted" className="tabular" marginStart="1">
                  {formatCount(position)} of {formatCount(total)}
                </Text>
              </>
            )}
          </HStack>
          {onEdit && (
            <Button ref={editRef} size="sm" variant="outline" colorPalette="gray" onClick={onEdit}>
              <Pencil aria-hidden="true" /> {sharedMessages.edit}
            </Button>
          )}
        </Drawer.Footer>
      )}
    </Tabs.Root>
  );
}

const tabStyle = {
  minHeight: { base: '11', md: '9' },
  marginBottom: '-1px',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  color: 'fg.muted',
  fontWeight: 'medium',
  textStyle: 'sm',
  cursor: 'pointer',
  focusVisibleRing: 'outside',
  borderTopRadius: 'l1',
  _hover: { color: 'fg' },
  _selected: { borderColor: 'brand.solid', color: 'fg' },
} as const;

/** The bodies of the tabs scroll, and the header and the footer stay. */
const tabContentStyle = {
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minHeight: '0',
  _hidden: { display: 'none' },
} as const;

/** Not `disabled` at the end of the list, because the button would lose the focus. */
const Move = ({ label, isOff, onClick }: { label: string; isOff: boolean; onClick: () => void }) => (
  <IconAction
    label={label}
    icon={label === leadMessages.previousLead ? ChevronLeft : ChevronRight}
    aria-disabled={isOff}
    opacity={isOff ? 0.4 : 1}
    _rtl={{ transform: 'scaleX(-1)' }}
    onClick={onClick}
  />
);
