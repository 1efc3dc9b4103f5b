import { Badge } from '@chakra-ui/react';
import { wordsOf } from './format';

const hues: Record<string, string> = {
  active: 'green',
  converted: 'green',
  sent: 'green',
  delivered: 'green',
  pending: 'blue',
  completed: 'green',
  done: 'green',
  new: 'blue',
  queued: 'blue',
  contacted: 'orange',
  held: 'orange',
  qualified: 'green',
  failed: 'red',
};

/** A status in words, with a hue that repeats what the words say. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge colorPalette={hues[status] ?? 'gray'} variant="subtle" size="sm" borderRadius="full" paddingX="2.5">
      {wordsOf(status)}
    </Badge>
  );
}
