import { Box, Text } from '@chakra-ui/react';
import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import { conversationMessages } from '../../../../messages/leads/conversation';
import { formatDateTime } from '../../../../shared/format';
import { MessageBubble } from '../../../../ui/data/message-bubble';
import { TimeAgo } from '../../../../ui/data/time-ago';
import type { ReplyEntry, SentEntry, ThreadEntry } from './thread';

interface ThreadItemProps {
  item: ThreadEntry;
  timeZone: string;
}

/** A message of a conversation with its author, time and delivery: those of the business at the end, replies at the start. */
export function ThreadItem({ item, timeZone }: ThreadItemProps) {
  const { isReply, entry } = item;
  return (
    <Box
      as="li"
      display="flex"
      flexDirection="column"
      gap="1"
      maxWidth="85%"
      alignSelf={isReply ? 'flex-start' : 'flex-end'}
      alignItems={isReply ? 'flex-start' : 'flex-end'}
    >
      <MessageBubble {...(isReply ? {} : outgoing)}>{entry.body}</MessageBubble>
      <Text textStyle="xs" color="fg.muted" className="tabular" textAlign={isReply ? 'start' : 'end'}>
        {isReply ? <ReplyNote reply={entry} /> : <bdi>{entry.sentBy ?? conversationMessages.sequence}</bdi>}
        {' · '}
        <TimeAgo at={entry.createdAt} timeZone={timeZone} />
      </Text>
      {!isReply && <Delivery message={entry} timeZone={timeZone} />}
    </Box>
  );
}

const ReplyNote = ({ reply: { intent } }: { reply: ReplyEntry }) => <>{conversationMessages.replies[intent]}</>;

function Delivery({ message, timeZone }: { message: SentEntry; timeZone: string }) {
  const { status, deliveryStatus, description, waitsUntil } = message;
  const isLost = ['undelivered', 'failed'].includes(deliveryStatus ?? '');
  const { icon: Icon, color } = isLost ? styles.failed : deliveryStatus === 'delivered' ? delivered : styles[status];
  return (
    <Text display="flex" gap="1" textStyle="xs" color={color}>
      <Box as="span" flexShrink="0" paddingTop="1px">
        <Icon size={14} aria-hidden="true" />
      </Box>
      <span>
        {description}
        {waitsUntil && conversationMessages.sentAt(formatDateTime(waitsUntil, timeZone))}
      </span>
    </Text>
  );
}

const delivered = { icon: CheckCheck, color: 'fg.muted' };
const styles: Record<SentEntry['status'], { icon: LucideIcon; color: string }> = {
  queued: { icon: Clock, color: 'fg.muted' },
  held: { icon: Clock, color: 'fg.warning' },
  sent: { icon: Check, color: 'fg.muted' },
  failed: { icon: CircleAlert, color: 'fg.error' },
  skipped: { icon: CircleAlert, color: 'fg.error' },
};

/** A message of the business, in contrast to a reply. */
const outgoing = {
  alignSelf: 'flex-end',
  bg: 'brand.muted',
  borderBottomStartRadius: '2xl',
  borderBottomEndRadius: 'sm',
} as const;
