import { Button, HStack, Text } from '@chakra-ui/react';
import { formatCount } from '../format';

interface PagerProps {
  offset: number;
  size: number;
  total: number;
  onMove: (offset: number) => void;
}

/** Where one is in a long list, and the way on. Absent while everything fits on one page. */
export function Pager({ offset, size, total, onMove }: PagerProps) {
  if (total <= size) return null;
  const last = Math.min(offset + size, total);
  return (
    <HStack justify="space-between" gap="3" flexWrap="wrap">
      <Text textStyle="sm" color="fg.muted" className="tabular" aria-live="polite">
        {formatCount(offset + 1)}–{formatCount(last)} of {formatCount(total)}
      </Text>
      <HStack gap="2">
        <Button size="sm" variant="outline" colorPalette="gray" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - size))}>
          Previous
        </Button>
        <Button size="sm" variant="outline" colorPalette="gray" disabled={last >= total} onClick={() => onMove(offset + size)}>
          Next
        </Button>
      </HStack>
    </HStack>
  );
}
