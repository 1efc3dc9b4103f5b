import { Button, HStack, Text } from '@chakra-ui/react';
import { formatCount } from '../../shared/format';

interface PagerProps {
  offset: number;
  size: number;
  total: number;
  /** The largest offset that the list can show. The items beyond are found by filtering or sorting. */
  maxOffset?: number;
  onMove: (offset: number) => void;
}

/**
 * Shows the position in a paged list, with buttons for the previous and next page. It renders nothing when there is
 * only one page.
 */
export function Pager({ offset, size, total, maxOffset = Infinity, onMove }: PagerProps) {
  if (total <= size) return null;
  const last = Math.min(offset + size, total);
  const isEnd = last >= total || offset + size > maxOffset;
  return (
    <HStack justify="space-between" gap="3" flexWrap="wrap">
      <Text textStyle="sm" color="fg.muted" className="tabular" aria-live="polite">
        {formatCount(offset + 1)}–{formatCount(last)} of {formatCount(total)}
        {isEnd && last < total && '. Filter or sort the list to see more.'}
      </Text>
      <HStack gap="2">
        <PageButton label="Previous" to={offset === 0 ? null : Math.max(0, offset - size)} onMove={onMove} />
        <PageButton label="Next" to={isEnd ? null : offset + size} onMove={onMove} />
      </HStack>
    </HStack>
  );
}

/** Uses `aria-disabled` at the first and last page, so that the button that was just pressed keeps the focus. */
function PageButton({ label, to, onMove }: { label: string; to: number | null; onMove: (offset: number) => void }) {
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-disabled={to === null}
      onClick={() => to !== null && onMove(to)}
    >
      {label}
    </Button>
  );
}
