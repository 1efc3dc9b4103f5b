import { Box, Stack, Text } from '@chakra-ui/react';
import type { LeadQuery, TimelineKind } from '../../../shared/graphql/generated';
import {
  BadgeCheck,
  CircleDot,
  CircleSlash,
  Clock,
  FileText,
  FileUp,
  ListStart,
  type LucideIcon,
  MessageSquareOff,
  MessageSquareReply,
  MessageSquareText,
  MessageSquareX,
  PauseCircle,
  Pencil,
  StickyNote,
  Tag,
  UserRound,
} from 'lucide-react';
import { formatDateTime } from '../../../shared/format';
import { TimeAgo } from '../../../ui/data/time-ago';

type Entry = LeadQuery['lead']['timeline'][number];

const kindStyles: Record<TimelineKind, { icon: LucideIcon; color: string }> = {
  submitted: { icon: FileText, color: 'brand.fg' },
  imported: { icon: FileUp, color: 'brand.fg' },
  enrolled: { icon: ListStart, color: 'brand.fg' },
  sent: { icon: MessageSquareText, color: 'fg.success' },
  failed: { icon: MessageSquareX, color: 'fg.error' },
  reply: { icon: MessageSquareReply, color: 'brand.fg' },
  status_changed: { icon: CircleDot, color: 'fg.muted' },
  owner_changed: { icon: UserRound, color: 'fg.muted' },
  tags_changed: { icon: Tag, color: 'fg.muted' },
  answers_changed: { icon: Pencil, color: 'fg.muted' },
  note: { icon: StickyNote, color: 'fg.muted' },
  consent: { icon: BadgeCheck, color: 'fg.success' },
  opted_out: { icon: MessageSquareOff, color: 'fg.error' },
  waiting: { icon: Clock, color: 'fg.muted' },
  held: { icon: PauseCircle, color: 'fg.warning' },
  finished: { icon: CircleSlash, color: 'fg.muted' },
};

interface LeadTimelineProps {
  entries: Entry[];
  timeZone: string;
}

/**
 * A lead's history and what happens next, which explains why it did or did not receive messages. The conversation has
 * their texts.
 */
export function LeadTimeline({ entries, timeZone }: LeadTimelineProps) {
  return (
    <Stack as="ol" listStyleType="none" gap="4" aria-label="Timeline">
      {entries.map((entry, index) => (
        <TimelineItem key={index} entry={entry} timeZone={timeZone} />
      ))}
    </Stack>
  );
}

function TimelineItem({
  entry: { kind, occurredAt, description, continuesAt },
  timeZone,
}: {
  entry: Entry;
  timeZone: string;
}) {
  const { icon: Icon, color } = kindStyles[kind];
  const isNow = kind === 'waiting' || kind === 'held' || kind === 'finished';
  return (
    <Box as="li" display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="3">
      <Box color={color} paddingTop="0.5">
        <Icon size={16} aria-hidden="true" />
      </Box>
      <Stack gap="1">
        <Text textStyle="sm">
          {description}
          {continuesAt && <Text as="span">, {formatDateTime(continuesAt, timeZone)}</Text>}
          {!isNow && (
            <Text as="span" color="fg.muted" textStyle="xs" className="tabular">
              {' · '}
              <TimeAgo at={occurredAt} timeZone={timeZone} />
            </Text>
          )}
        </Text>
      </Stack>
    </Box>
  );
}
