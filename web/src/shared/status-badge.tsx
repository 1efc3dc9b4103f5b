import { Badge } from '@chakra-ui/react';
import { toWords } from './format';

const statusColors: Record<string, string> = {
  active: 'green',
  converted: 'green',
  sent: 'green',
  delivered: 'green',
  pending: 'blue',
  completed: 'green',
  succeeded: 'green',
  new: 'blue',
  queued: 'blue',
  contacted: 'orange',
  held: 'orange',
  qualified: 'green',
  failed: 'red',
};

/** A badge with a status in words, whose color repeats the meaning. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge colorPalette={statusColors[status] ?? 'gray'} variant="subtle" size="sm" borderRadius="full" paddingX="2.5">
      {toWords(status)}
    </Badge>
  );
}
