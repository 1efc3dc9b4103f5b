import { HStack, Stack, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { PointerEvent } from 'react';
import { IconAction } from '../../../ui/button/icon-action';
import type { DraftField } from '../campaign-draft';
import { DragHandle } from './drag-handle';
import { fieldTypeName } from './field-types';

interface Props {
  field: DraftField;
  isFirst: boolean;
  isLast: boolean;
  error?: string;
  /** During a drag: `held` for the dragged row, `before` or `after` for the row next to the drop position. */
  drag?: 'held' | 'before' | 'after';
  onDragStart: (event: PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A row of the field list with its actions. */
export function FieldRow({ field, isFirst, isLast, error, drag, onDragStart, onMove, onEdit, onRemove }: Props) {
  const { label, type, required } = field;
  return (
    <HStack
      gap="1"
      paddingRight="1"
      paddingY="1.5"
      borderWidth="1px"
      borderColor={error ? 'border.error' : 'border'}
      borderRadius="l2"
      opacity={drag === 'held' ? 0.5 : 1}
      boxShadow={drag && dropIndicators[drag]}
    >
      <DragHandle onStart={onDragStart} />
      <Stack gap="0" flex="1" minWidth="0">
        <Text textStyle="sm" fontWeight="medium" truncate title={label}>
          {label}
        </Text>
        <Text textStyle="xs" color={error ? 'fg.error' : 'fg.muted'} truncate>
          {error ?? `${fieldTypeName(type)}${required ? '' : ' · optional'}`}
        </Text>
      </Stack>
      <HStack gap="0">
        <IconAction
          label={`Move ${label} up`}
          icon={ArrowUp}
          disabled={isFirst}
          onClick={() => onMove(-1)}
          boxSize={{ base: '10', md: '8' }}
        />
        <IconAction
          label={`Move ${label} down`}
          icon={ArrowDown}
          disabled={isLast}
          onClick={() => onMove(1)}
          boxSize={{ base: '10', md: '8' }}
        />
        <IconAction label={`Edit ${label}`} icon={Pencil} onClick={onEdit} boxSize={{ base: '10', md: '8' }} />
        <IconAction label={`Remove ${label}`} icon={Trash2} onClick={onRemove} boxSize={{ base: '10', md: '8' }} />
      </HStack>
    </HStack>
  );
}

// The drop indicator: a line in the middle of the gap between two rows.
const dropIndicators = {
  held: 'none',
  before: '0 -5px 0 -3px var(--chakra-colors-brand-solid)',
  after: '0 5px 0 -3px var(--chakra-colors-brand-solid)',
};
