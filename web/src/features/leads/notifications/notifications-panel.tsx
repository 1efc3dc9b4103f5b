import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Flex, Heading, Link, Skeleton, Stack, Text } from '@chakra-ui/react';
import { MAX_PAGE_SIZE } from '@dripline/contract/limits';
import { Settings } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { dashboardMessages } from '../../../messages/dashboard';
import { notificationMessages as messages } from '../../../messages/leads/notifications';
import { dialogLink } from '../../../shared/dialogs/dialog-link';
import { formatDateTime, formatRelativeTime, plural } from '../../../shared/format';
import {
  MarkNotificationsSeenDocument,
  NotificationsDocument,
  type NotificationsQuery,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { IconAction } from '../../../ui/button/icon-action';
import { useTick } from '../../../ui/data/use-tick';
import { PopoverPanel } from '../../../ui/dialog/popover-panel';
import { LoadError } from '../../../ui/feedback/load-error';
import { leadDisplayName } from '../lead-name';

/** Notifications that are loaded at first, and that each press of “Show earlier notifications” adds. */
const PAGE = 20;

interface NotificationsPanelProps {
  clientId: string;
  timeZone: string;
  memberId: string | null;
  /** When the account saw its notifications last. */
  seenAt: string | null;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The notifications of the account, newest first. Opening it marks them as seen. */
export function NotificationsPanel({ clientId, timeZone, memberId, seenAt, anchor, onClose }: NotificationsPanelProps) {
  const [first, setFirst] = useState(PAGE);
  const [seenBefore] = useState(seenAt);
  const { data, previousData, error, refetch } = useQuery(NotificationsDocument, {
    variables: { clientId, first },
    ...refreshedOnOpen,
  });
  const [markSeen] = useMutation(MarkNotificationsSeenDocument, { variables: { clientId } });
  useEffect(() => {
    // The next opening tries again.
    void markSeen().catch(() => undefined);
  }, [markSeen]);
  const list = (data ?? previousData)?.client.notifications;
  return (
    <PopoverPanel label={messages.notifications} anchor={anchor} onClose={onClose}>
      <Stack gap="2" margin="-2">
        <Flex justify="space-between" align="center" paddingStart="2">
          <Heading as="h2" size="sm">
            {messages.notifications}
          </Heading>
          <IconAction label={dashboardMessages.settings} icon={Settings} to="?tab=settings" onClick={onClose} />
        </Flex>
        {list?.nodes.length === 0 && (
          <Text color="fg.muted" textStyle="sm" padding="2">
            {messages.empty}
          </Text>
        )}
        <Stack as="ul" listStyleType="none" gap="0">
          {list?.nodes.map((notification) => (
            <Entry
              key={notification.id}
              notification={notification}
              isNew={seenBefore === null || notification.createdAt > seenBefore}
              memberId={memberId}
              timeZone={timeZone}
              onOpen={onClose}
            />
          ))}
        </Stack>
        {list?.pageInfo.hasNextPage && first < MAX_PAGE_SIZE && (
          <Button
            size="sm"
            variant="ghost"
            colorPalette="gray"
            onClick={() => setFirst(Math.min(first + PAGE, MAX_PAGE_SIZE))}
          >
            {messages.more}
          </Button>
        )}
        {!list && error && <LoadError subject="your notifications" onRetry={() => retry(refetch())} />}
        {!list && !error && ['a', 'b', 'c'].map((key) => <Skeleton key={key} height="10" />)}
      </Stack>
    </PopoverPanel>
  );
}

type Notification = NotificationsQuery['client']['notifications']['nodes'][number];

interface EntryProps {
  notification: Notification;
  isNew: boolean;
  memberId: string | null;
  timeZone: string;
  onOpen: () => void;
}

/** A notification, which opens what it is about. */
function Entry({ notification, isNew, memberId, timeZone, onOpen }: EntryProps) {
  useTick();
  const { createdAt } = notification;
  return (
    <li>
      <Link asChild css={entryStyle}>
        <RouterLink to={linkOf(notification, memberId)} onClick={onOpen}>
          <Text dir="auto" textStyle="sm" fontWeight={isNew ? 'medium' : 'normal'} overflowWrap="anywhere">
            {textOf(notification)}
          </Text>
          <Flex gap="2" align="center" textStyle="xs" color="fg.muted" className="tabular">
            {isNew && (
              <>
                <Box aria-hidden="true" boxSize="2" borderRadius="full" bg="brand.solid" />
                <Text as="span" srOnly>
                  {messages.isNew}
                </Text>
              </>
            )}
            <time dateTime={createdAt} title={formatDateTime(createdAt, timeZone)}>
              {formatRelativeTime(createdAt, undefined, timeZone)}
            </time>
          </Flex>
        </RouterLink>
      </Link>
    </li>
  );
}

/** Returns the link to what a notification is about. */
function linkOf({ kind, lead, campaignId }: Notification, memberId: string | null): string {
  if (campaignId !== null) return dialogLink('campaigns', 'ab-tests', campaignId);
  if (lead) return dialogLink('leads', 'view', lead.id, kind === 'reply' ? 'conversation' : '');
  return `?tab=leads${memberId ? `&owner=${memberId}` : ''}`;
}

/** Says what happened. */
function textOf({ kind, lead, campaign, leads, actorName }: Notification): string {
  const name = lead ? leadDisplayName(lead) : messages.lead;
  switch (kind) {
    case 'new_lead':
      return messages.newLead(name);
    case 'reply':
      return messages.reply(name);
    case 'mention':
      return messages.mention(actorName ?? '', name);
    case 'assignment':
      return messages.assignment(actorName ?? '', leads === 1 ? name : plural(leads, 'lead'));
    case 'ab_test':
      return messages.abTest(campaign?.name ?? messages.campaign);
  }
}

const entryStyle = {
  display: 'block',
  padding: '2',
  borderRadius: 'l2',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.muted', textDecoration: 'none' },
} as const;
