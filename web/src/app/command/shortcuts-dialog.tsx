import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { commandMessages } from '../../messages/commands';
import { leadMessages } from '../../messages/leads/lead-details';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { SwitchField } from '../../ui/form/switch-field';
import { keyStyle } from './key-style';
import { areShortcutsOn, setShortcutsOn } from './shortcut-setting';
import type { Commands } from './use-commands';
import { paletteKeys } from './use-shortcuts';

interface ShortcutsDialogProps {
  commands: Commands;
  onClose: () => void;
}

/** Lists the keyboard shortcuts of the current screen, and switches the single keys on and off. */
export function ShortcutsDialog({ commands, onClose }: ShortcutsDialogProps) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const shortcuts = [
    { label: commandMessages.focusSearch, keys: '/' },
    { label: commandMessages.create, keys: 'n' },
    { label: commandMessages.shortcuts, keys: '?' },
  ];
  return (
    <ViewDialog title={commandMessages.shortcuts} onClose={onClose}>
      <Stack gap="5" paddingBottom="5">
        <SwitchField
          label={commandMessages.singleKeys}
          hint={commandMessages.singleKeysHint}
          checked={isOn}
          onChange={(next) => {
            setShortcutsOn(next);
            setOn(next);
          }}
        />
        <ShortcutList
          title={commandMessages.general}
          shortcuts={[{ label: commandMessages.search, keys: paletteKeys }, ...(isOn ? shortcuts : [])]}
        />
        <ShortcutList
          title={commandMessages.inTables}
          shortcuts={[...rowShortcuts, ...(commands.client ? selectionShortcuts : [])]}
        />
        {commands.client && <ShortcutList title={commandMessages.inLeads} shortcuts={leadShortcuts} />}
        {isOn && commands.destinations.length > 0 && <ShortcutList title="Go to" shortcuts={commands.destinations} />}
      </Stack>
    </ViewDialog>
  );
}

const rowShortcuts = [
  { label: commandMessages.nextRow, keys: '↓' },
  { label: commandMessages.previousRow, keys: '↑' },
  { label: commandMessages.firstRow, keys: 'Home' },
  { label: commandMessages.lastRow, keys: 'End' },
  { label: commandMessages.openRow, keys: 'Enter' },
];
const selectionShortcuts = [
  { label: commandMessages.selectRow, keys: 'Space' },
  { label: commandMessages.selectRange, keys: 'Shift Space' },
  { label: commandMessages.selectNext, keys: 'Shift ↓' },
  { label: commandMessages.selectPrevious, keys: 'Shift ↑' },
];
const leadShortcuts = [
  { label: leadMessages.nextLead, keys: 'j' },
  { label: leadMessages.previousLead, keys: 'k' },
];

interface ShortcutListProps {
  title: string;
  shortcuts: readonly { label: string; keys?: string }[];
}

function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <Box as="section">
      <Heading as="h3" size="sm" marginBottom="1">
        {title}
      </Heading>
      <Stack as="dl" gap="0">
        {shortcuts.map(({ label, keys = '' }) => (
          <HStack key={label} justify="space-between" minHeight="9" borderTopWidth="1px" textStyle="sm">
            <Text as="dt">{label}</Text>
            <HStack as="dd" gap="1.5">
              {(keys.includes('g ') ? keys.split(' ') : [keys]).map((key, index) => (
                <HStack key={key} gap="1.5">
                  {index > 0 && <Text color="fg.muted">{commandMessages.then}</Text>}
                  <Box as="kbd" css={keyStyle}>
                    {key}
                  </Box>
                </HStack>
              ))}
            </HStack>
          </HStack>
        ))}
      </Stack>
    </Box>
  );
}
