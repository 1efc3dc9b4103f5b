import { Box, Button } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { commandMessages } from '../../messages/commands';
import { keyStyle } from './key-style';
import { type CommandScreen, useCommands } from './use-commands';
import { paletteKeys, useShortcuts } from './use-shortcuts';

const load = () => import('./command-palette');
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog')).ShortcutsDialog }));

interface CommandLauncherProps extends Omit<CommandScreen, 'showShortcuts'> {
  /** False where the screen has no space for it. */
  hasButton?: boolean;
}

/**
 * Opens the command palette by its button or its keys, and handles the keyboard shortcuts of the screen. It is loaded
 * after the screen, and the palette when it opens.
 */
export function CommandLauncher({ hasButton = true, ...screen }: CommandLauncherProps) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const commands = useCommands({ ...screen, showShortcuts: () => setOpen('shortcuts') });
  useShortcuts({
    onPalette: () => setOpen((current) => (current === 'palette' ? null : 'palette')),
    onKeys: (keys) => {
      if (keys === '/') {
        const search = [...document.querySelectorAll<HTMLElement>('main input[type=search]')].find((field) =>
          field.checkVisibility(),
        );
        if (search) search.focus();
        else setOpen('palette');
        return true;
      }
      const all = [...commands.actions, ...commands.destinations];
      const command = keys === 'n' ? commands.create : all.find((candidate) => candidate.keys === keys);
      command?.run();
      if (command) return true;
      return all.some((candidate) => candidate.keys?.startsWith(`${keys} `)) && 'pending';
    },
  });
  return (
    <>
      {hasButton && (
        <Button
          css={buttonStyle}
          variant="outline"
          colorPalette="gray"
          size="sm"
          aria-label={commandMessages.search}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => setOpen('palette')}
        >
          <Search aria-hidden="true" />
          <Box as="span" hideBelow="lg" flex="1" textAlign="start" fontWeight="normal" aria-hidden="true">
            {commandMessages.search}
          </Box>
          <Box as="kbd" hideBelow="lg" css={keyStyle} aria-hidden="true">
            {paletteKeys}
          </Box>
        </Button>
      )}
      <Suspense>
        {open === 'palette' && <CommandPalette commands={commands} onClose={() => setOpen(null)} />}
        {open === 'shortcuts' && <ShortcutsDialog commands={commands} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

const buttonStyle = {
  width: { base: '11', lg: 'full' },
  height: { base: '11', lg: '9' },
  // In the middle of the top bar.
  marginTop: { base: '1', lg: '0' },
  paddingX: { base: '0', lg: '2.5' },
  gap: '2.5',
  borderWidth: { base: '0', lg: '1px' },
  color: 'fg.muted',
} as const;
