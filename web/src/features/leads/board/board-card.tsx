import { Box, Flex, HStack, IconButton, Link, Stack, Text } from '@chakra-ui/react';
import { Ellipsis, GripVertical } from 'lucide-react';
import { useReadOnly } from '../../../shared/dashboard-access';
import { formatDateTime, formatRelativeTime, sourceName } from '../../../shared/format';
import type { LeadFieldsFragment, LeadStatus } from '../../../shared/graphql/generated';
import { formatPhone } from '../../../shared/phone';
import { StatusBadge } from '../../../shared/status-badge';
import { useDraggableCard } from '../../../ui/sortable/column-drag';
import { useTick } from '../../../ui/data/use-tick';
import { leadDisplayName } from '../lead-name';
import { StatusMenuButton } from '../lead-status-menu';
import { OwnerName } from '../owners/owner-name';
import { TagList } from '../tags/tag-list';

interface BoardCardProps {
  lead: LeadFieldsFragment;
  status: LeadStatus;
  timeZone: string;
  isCurrent: boolean;
  onOpen: () => void;
  /** Called when a status is chosen in the card's menu. */
  onChoose: (status: LeadStatus) => void;
}

/** A lead on the board. Its name opens it. Held leads and read-only viewers cannot move it. */
export function BoardCard({ lead, status, timeZone, isCurrent, onOpen, onChoose }: BoardCardProps) {
  const isFixed = useReadOnly() || lead.held;
  const { card, handle, isDragging } = useDraggableCard(lead.id, status, isFixed);
  return (
    <Box
      as="li"
      {...card}
      {...cardStyle}
      data-row={lead.id}
      aria-current={isCurrent || undefined}
      cursor={isFixed ? undefined : 'grab'}
      opacity={isDragging ? 0.4 : 1}
      css={stateStyle}
    >
      <HStack gap="1" align="start">
        <Link asChild {...nameStyle}>
          <button type="button" dir="auto" onClick={onOpen}>
            {leadDisplayName(lead)}
          </button>
        </Link>
        {lead.held && <StatusBadge status="held" />}
        {!isFixed && (
          <HStack
            gap="0"
            marginTop={{ base: '-3', md: '-1' }}
            marginBottom={{ base: '-3', md: '0' }}
            marginEnd={{ base: '-3', md: '-1.5' }}
          >
            <IconButton
              {...handle}
              {...iconStyle}
              data-handle
              opacity="0"
              aria-label={`Move ${leadDisplayName(lead)}`}
              cursor="grab"
              // Touches drag the card by a long press.
              display={{ base: 'none', md: 'inline-flex' }}
            >
              <GripVertical aria-hidden="true" />
            </IconButton>
            <StatusMenuButton lead={lead} status={status} onChoose={onChoose} {...iconStyle} data-menu>
              <Ellipsis aria-hidden="true" />
            </StatusMenuButton>
          </HStack>
        )}
      </HStack>
      <CardFacts lead={lead} timeZone={timeZone} />
    </Box>
  );
}

/** The card that follows the pointer. */
export const DraggedCard = ({ lead, timeZone }: { lead: LeadFieldsFragment; timeZone: string }) => (
  <Box {...cardStyle} shadow="float" cursor="grabbing">
    <Text {...nameStyle} dir="auto">
      {leadDisplayName(lead)}
    </Text>
    <CardFacts lead={lead} timeZone={timeZone} />
  </Box>
);

function CardFacts({ lead, timeZone }: { lead: LeadFieldsFragment; timeZone: string }) {
  useTick();
  const name = leadDisplayName(lead);
  const contact = [lead.phone && formatPhone(lead.phone), lead.email].filter((text) => text && text !== name);
  return (
    <Stack gap="0.5" textStyle="xs" color="fg.muted" marginTop="0.5">
      {contact.length > 0 && (
        <Text truncate dir="auto" className="tabular">
          {contact.join(' · ')}
        </Text>
      )}
      <Text truncate dir="auto">
        {lead.campaignName}
      </Text>
      {lead.tags.length > 0 && (
        <Box paddingTop="1">
          <TagList tags={lead.tags} most={2} />
        </Box>
      )}
      {lead.owner && (
        <Box paddingTop="1">
          <OwnerName name={lead.owner.name} />
        </Box>
      )}
      <Flex gap="2" paddingTop="1" justify="space-between">
        <time dateTime={lead.createdAt} title={formatDateTime(lead.createdAt, timeZone)} style={{ flexShrink: 0 }}>
          {formatRelativeTime(lead.createdAt, undefined, timeZone)}
        </time>
        <Text truncate dir="auto">
          {sourceName(lead.source ?? 'direct', lead.placement?.name)}
        </Text>
      </Flex>
    </Stack>
  );
}

const cardStyle = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  shadow: 'card',
  padding: '3',
  listStyleType: 'none',
  _hover: { borderColor: 'border.emphasized' },
  _current: { borderColor: 'brand.solid', boxShadow: '0 0 0 1px var(--chakra-colors-brand-solid)' },
} as const;

/** The handle is seen while it can be used. A long press drags the card, and neither selects its text nor opens a menu. */
const stateStyle = {
  '&:is(:hover, :focus-within) [data-handle]': { opacity: 1 },
  '@media (pointer: coarse)': { userSelect: 'none', WebkitTouchCallout: 'none' },
} as const;

const nameStyle = {
  flex: '1',
  minWidth: '0',
  display: 'block',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'fg',
  lineClamp: '2',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
} as const;

const iconStyle = {
  variant: 'ghost',
  colorPalette: 'gray',
  color: 'fg.muted',
  size: 'xs',
  boxSize: { base: '11', md: '7' },
  minWidth: '0',
  paddingX: '0',
  _icon: { boxSize: '4' },
} as const;
