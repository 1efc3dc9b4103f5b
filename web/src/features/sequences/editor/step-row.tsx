import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sequenceMessages } from '../../../messages/sequences';
import { SortableHandle, useSortableRow } from '../../../ui/sortable/sortable';

interface StepRowProps {
  /** The id of the step while it is edited. */
  id: string;
  index: number;
  time: string;
  message: string;
  isChosen: boolean;
  isInvalid: boolean;
  /** Whether the step opens below its row, as in an accordion, and not beside the list. */
  isAccordion: boolean;
  /** Whether there are other steps to change places with. */
  canMove: boolean;
  onChoose: () => void;
  /** What is open below the row. */
  children?: ReactNode;
}

/** A step in the list, which can be dragged by its handle. */
export function StepRow({
  id,
  index,
  time,
  message,
  isChosen,
  isInvalid,
  isAccordion,
  canMove,
  onChoose,
  children,
}: StepRowProps) {
  const { row, handle } = useSortableRow(id, !canMove);
  return (
    <Box as="li" {...row}>
      <Flex
        minHeight="14"
        align="stretch"
        borderRadius="l2"
        bg={isChosen ? 'brand.subtle' : undefined}
        boxShadow={isChosen ? 'inset 2px 0 {colors.brand.solid}' : undefined}
        _hover={isChosen ? {} : { bg: 'bg.subtle' }}
      >
        {canMove && <SortableHandle {...handle} aria-label={sequenceMessages.reorder(index + 1)} />}
        <RowButton
          type="button"
          paddingStart={canMove ? '1' : '3'}
          {...(isAccordion ? { 'aria-expanded': isChosen } : { 'aria-current': isChosen ? 'step' : undefined })}
          onClick={onChoose}
        >
          <Stack gap="0" flex="1" minWidth="0">
            <Text textStyle="sm" fontWeight="medium" truncate>
              Step {index + 1}{' '}
              <Text as="span" color="brand.fg" className="tabular">
                {time}
              </Text>
            </Text>
            <Text textStyle="xs" color="fg.muted" truncate dir="auto">
              {message.trim() || sequenceMessages.noMessage}
            </Text>
          </Stack>
          {isInvalid && (
            <Box color="fg.error" role="img" aria-label={sequenceMessages.checkStep}>
              <CircleAlert size={16} />
            </Box>
          )}
          {isAccordion && (
            <Box color="fg.muted" rotate={isChosen ? '180deg' : undefined} transition="rotate 150ms">
              <ChevronDown size={16} aria-hidden="true" />
            </Box>
          )}
        </RowButton>
      </Flex>
      {children}
    </Box>
  );
}

const RowButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: '1',
    minWidth: '0',
    paddingEnd: '3',
    textAlign: 'start',
    borderRadius: 'l2',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
  },
});
