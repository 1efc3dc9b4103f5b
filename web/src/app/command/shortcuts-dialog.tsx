import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { commandMessages } from '../../messages/commands';
import { leadMessages } from '../../messages/lead-details';
import { shortcutMessages } from '../../messages/shortcuts';
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
        {commands.client && <ShortcutList title={shortcutMessages.inTables} shortcuts={tableShortcuts} />}
        {commands.client && <ShortcutList title={shortcutMessages.inLeads} shortcuts={leadShortcuts} />}
        {isOn && commands.destinations.length > 0 && <ShortcutList title="Go to" shortcuts={commands.destinations} />}
      </Stack>
    </ViewDialog>
  );
}

const tableShortcuts = [
  { label: shortcutMessages.nextRow, keys: '↓' },
  { label: shortcutMessages.previousRow, keys: '↑' },
  { label: shortcutMessages.firstRow, keys: 'Home' },
  { label: shortcutMessages.lastRow, keys: 'End' },
  { label: shortcutMessages.openRow, keys: 'Enter' },
  { label: shortcutMessages.selectRow, keys: 'Space' },
  { label: shortcutMessages.selectRange, keys: 'Shift Space' },
  { label: shortcutMessages.selectNext, keys: 'Shift ↓' },
  { label: shortcutMessages.selectPrevious, keys: 'Shift ↑' },
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
