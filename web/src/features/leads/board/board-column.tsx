import { Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { boardMessages } from '../../../messages/leads/board';
import { formatCount } from '../../../shared/format';
import { StatusBadge } from '../../../shared/status-badge';
import { useDropColumn } from '../../../ui/sortable/column-drag';
import type { BoardColumn } from './columns';

interface ColumnProps {
  column: BoardColumn;
  isLoading: boolean;
  onLoadMore: () => void;
  /** The cards. */
  children: ReactNode;
}

/** The leads of one status. It scrolls by itself. */
export function Column({ column: { status, leads, count, hasMore }, isLoading, onLoadMore, children }: ColumnProps) {
  const { ref, isOver } = useDropColumn(status);
  const headingId = useId();
  return (
    <Stack
      as="section"
      ref={ref}
      aria-labelledby={headingId}
      data-status={status}
      {...columnStyle}
      outline={isOver ? '2px solid' : undefined}
      outlineColor="brand.solid"
      outlineOffset="-2px"
    >
      <Heading as="h2" id={headingId} textStyle="sm" fontWeight="semibold">
        <HStack paddingX="1" justify="space-between">
          <StatusBadge status={status} />
          <Text as="span" color="fg.muted" fontWeight="normal" className="tabular">
            {formatCount(count)}
          </Text>
        </HStack>
      </Heading>
      <Stack gap="2" overflowY="auto" flex="1" minHeight="0" padding="1" margin="-1" tabIndex={-1}>
        {leads.length > 0 ? (
          <Stack as="ul" gap="2" aria-labelledby={headingId}>
            {children}
          </Stack>
        ) : (
          !hasMore && (
            <Box borderWidth="1px" borderStyle="dashed" borderRadius="l2" padding="6" textAlign="center">
              <Text textStyle="sm" color="fg.muted">
                No leads
              </Text>
            </Box>
          )
        )}
        {hasMore && (
          <Button
            variant="outline"
            colorPalette="gray"
            size="sm"
            flexShrink="0"
            className="tabular"
            onClick={() => !isLoading && onLoadMore()}
            aria-disabled={isLoading}
          >
            {isLoading ? 'Loading…' : boardMessages.loadMore(formatCount(leads.length), formatCount(count))}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

/** On phones one column is seen at a time, with the edge of the next one. */
export const columnStyle = {
  bg: 'bg.muted',
  borderRadius: 'l3',
  padding: '2',
  gap: '2',
  flex: { base: '0 0 86%', md: '1 0 13rem' },
  minWidth: '0',
  scrollSnapAlign: { base: 'center', md: 'start' },
} as const;
