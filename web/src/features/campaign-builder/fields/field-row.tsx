import { HStack, Stack, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { IconAction } from '../../../ui/button/icon-action';
import { SortableHandle, useSortableRow } from '../../../ui/sortable/sortable';
import { builderMessages } from '../../../messages/campaign-builder';
import type { DraftField } from '../campaign-draft';
import { fieldTypeName } from './field-types';

interface Props {
  field: DraftField;
  isFirst: boolean;
  isLast: boolean;
  error?: string;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A row of the field list with its actions, which can be dragged by its handle. */
export function FieldRow({ field, isFirst, isLast, error, onMove, onEdit, onRemove }: Props) {
  const { id, label, type, required } = field;
  const { row, handle } = useSortableRow(id);
  return (
    <HStack
      as="li"
      data-field={id}
      {...row}
      gap="1"
      paddingRight="1"
      paddingY="1.5"
      borderWidth="1px"
      borderColor={error ? 'border.error' : 'border'}
    >
      <SortableHandle
        {...handle}
        alignSelf="stretch"
        minWidth={{ base: '9', md: '8' }}
        aria-label={builderMessages.reorder(label)}
      />
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
