import { Button, Group } from '@chakra-ui/react';
import { Columns3, Rows3 } from 'lucide-react';
import { boardMessages } from '../../../messages/leads/board';
import type { LeadView } from '../lead-query';

interface ViewSwitchProps {
  view: LeadView;
  onChange: (view: LeadView) => void;
}

/** Chooses whether the leads are shown as a table or as a board. */
export const ViewSwitch = ({ view, onChange }: ViewSwitchProps) => (
  <Group attached role="group" aria-label="Layout" flexShrink="0">
    {views.map(({ value, label, icon: Icon }) => (
      <Button
        key={value}
        variant="outline"
        size="sm"
        colorPalette="gray"
        paddingX="3"
        flex="1"
        _icon={{ boxSize: '4' }}
        aria-pressed={view === value}
        css={{ '&[aria-pressed=true]': { bg: 'bg.emphasized', color: 'fg' }, color: 'fg.muted' }}
        onClick={() => view !== value && onChange(value)}
      >
        <Icon aria-hidden="true" /> {label}
      </Button>
    ))}
  </Group>
);

const views = [
  { value: 'table', label: boardMessages.table, icon: Rows3 },
  { value: 'board', label: boardMessages.board, icon: Columns3 },
] as const;
