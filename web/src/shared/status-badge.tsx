import { Badge } from '@chakra-ui/react';
import { toWords } from './format';
import { StageRing } from './stage-ring';

const statusColors: Record<string, string> = {
  active: 'green',
  sent: 'green',
  delivered: 'green',
  pending: 'blue',
  completed: 'green',
  succeeded: 'green',
  queued: 'blue',
  held: 'orange',
  failed: 'red',
  new: 'blue',
  contacted: 'blue',
  qualified: 'green',
  converted: 'green',
};

/** The stages of a lead, in order. */
const stages = ['new', 'contacted', 'qualified', 'converted'];

/** A badge with a status in words, whose color repeats the meaning. A lead's stage also has a ring that fills. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge
      colorPalette={statusColors[status] ?? 'gray'}
      variant="subtle"
      size="sm"
      borderRadius="full"
      paddingX="2"
      verticalAlign="middle"
    >
      {stages.includes(status) && <StageRing stage={stages.indexOf(status)} of={stages.length - 1} />}
      {toWords(status)}
    </Badge>
  );
}
