import { Box, createListCollection, Dialog, Portal, Text } from '@chakra-ui/react';
// Not from the index, because the theme has no recipe for it. The palette has styles of its own.
import { Listbox } from '@chakra-ui/react/listbox';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { commandMessages } from '../../messages/commands';
import { useDialogFocus } from '../../ui/dialog/use-dialog-focus';
import { keyStyle } from './key-style';
import type { Commands } from './use-commands';
import { MAX_SEARCH_LENGTH, usePaletteItems, type PaletteItem } from './use-palette-items';

interface CommandPaletteProps {
  commands: Commands;
  onClose: () => void;
}

/** A search over what the viewer may open and do, in a dialog. Mount it to open it. */
export function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { items, isSearching, hasFailed } = usePaletteItems(commands, search);
  const hasLeft = useRef(false);
  const { contentRef, returnFocus } = useDialogFocus(({ findOpener }) =>
    hasLeft.current ? findOpened() : findOpener(),
  );
  // At once, so that nothing is typed into the page behind.
  const [focusInput] = useState(() => (content: HTMLElement | null) => {
    contentRef(content);
    content?.querySelector('input')?.focus({ preventScroll: true });
  });
  const collection = createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label }) => label });
  // The first result, unless another one was chosen that is still there.
  const highlighted = items.some(({ id }) => id === chosen) ? chosen : (items[0]?.id ?? null);
  const run = (id: string) => {
    const item = items.find((candidate) => candidate.id === id);
    if (!item) return;
    hasLeft.current = item.isLink;
    onClose();
    item.run();
  };
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      size={{ base: 'full', md: 'lg' }}
      placement="top"
      motionPreset="none"
      scrollBehavior="inside"
      initialFocusEl={() => document.querySelector<HTMLElement>('[data-palette] input')}
      finalFocusEl={returnFocus}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={focusInput} css={contentStyle} data-palette="">
            <Dialog.Title srOnly>{commandMessages.search}</Dialog.Title>
            <Listbox.Root
              unstyled
              css={rootStyle}
              loopFocus
              collection={collection}
              value={[]}
              highlightedValue={highlighted}
              onHighlightChange={({ highlightedValue }) => setChosen(highlightedValue)}
              onSelect={({ value }) => run(value)}
            >
              <Box css={controlStyle}>
                <Search size={16} aria-hidden="true" />
                <Listbox.Input
                  css={inputStyle}
                  role="combobox"
                  aria-expanded="true"
                  aria-label={commandMessages.search}
                  placeholder={commandMessages.search}
                  maxLength={MAX_SEARCH_LENGTH}
                  value={search}
                  onChange={(event) => {
                    setSearch(event.target.value);
                    setChosen(null);
                  }}
                />
                <Dialog.CloseTrigger css={escapeStyle} position="static">
                  Esc
                </Dialog.CloseTrigger>
              </Box>
              <Listbox.Content css={listStyle} aria-label={commandMessages.search} aria-busy={isSearching}>
                {groups.map((group) => (
                  <Listbox.ItemGroup key={group}>
                    <Listbox.ItemGroupLabel css={groupStyle}>{group}</Listbox.ItemGroupLabel>
                    {items
                      .filter((item) => item.group === group)
                      .map((item) => (
                        <Option key={item.id} item={item} />
                      ))}
                  </Listbox.ItemGroup>
                ))}
              </Listbox.Content>
              <Box role="status" css={statusStyle}>
                {isSearching
                  ? commandMessages.searching
                  : hasFailed
                    ? commandMessages.searchFailed
                    : items.length > 0
                      ? `${items.length} ${items.length === 1 ? 'result' : 'results'}`
                      : commandMessages.noResults(search.trim())}
              </Box>
            </Listbox.Root>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Option({ item }: { item: PaletteItem }) {
  const { label, detail, icon: Icon, keys } = item;
  return (
    <Listbox.Item item={item} css={itemStyle}>
      <Icon size={16} aria-hidden="true" />
      <Text as="span" truncate dir="auto">
        {label}
      </Text>
      {detail && (
        <Text as="span" truncate color="fg.muted" textStyle="xs" dir="auto" flexShrink="2">
          {detail}
        </Text>
      )}
      {keys && (
        <Box as="kbd" css={keyStyle} hideBelow="md" marginInlineStart="auto" aria-hidden="true">
          {keys}
        </Box>
      )}
    </Listbox.Item>
  );
}

/** Returns what a command has opened: a dialog, or the content of a screen. */
function findOpened(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(':is([role=dialog], [role=alertdialog]):not([data-palette])') ??
    document.getElementById('content')
  );
}

const contentStyle = {
  marginX: { base: '0', md: '4' },
  marginY: { base: '0', md: '12vh' },
  minHeight: { base: '100dvh', md: '0' },
  maxHeight: { base: '100dvh', md: '30rem' },
  borderRadius: { base: '0', md: 'l3' },
  overflow: 'hidden',
} as const;

const rootStyle = { display: 'flex', flexDirection: 'column', minHeight: '0', flex: '1' } as const;

const controlStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  paddingInlineStart: '4',
  paddingInlineEnd: '2',
  borderBottomWidth: '1px',
  color: 'fg.muted',
  flexShrink: '0',
} as const;

const inputStyle = {
  flex: '1',
  minWidth: '0',
  height: '12',
  bg: 'transparent',
  color: 'fg',
  outline: 'none',
  // 16 px, or phones zoom in.
  fontSize: { base: 'md', md: 'sm' },
  _placeholder: { color: 'fg.muted' },
} as const;

const escapeStyle = {
  minWidth: '11',
  height: '8',
  borderRadius: 'l2',
  textStyle: 'xs',
  color: 'fg.muted',
  cursor: 'pointer',
  _hover: { bg: 'bg.muted' },
  '@media (pointer: coarse)': { height: '11' },
} as const;

const listStyle = {
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  padding: '2',
  scrollPaddingY: '2',
  outline: 'none',
} as const;

const groupStyle = {
  textStyle: 'xs',
  fontWeight: 'medium',
  color: 'fg.muted',
  paddingX: '2',
  paddingY: '1.5',
} as const;

const itemStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '9',
  paddingX: '2',
  borderRadius: 'l2',
  textStyle: 'sm',
  cursor: 'pointer',
  '& > svg': { flexShrink: '0', color: 'fg.muted' },
  '&[data-highlighted]': { bg: 'bg.emphasized' },
  '@media (pointer: coarse)': { minHeight: '11' },
} as const;

const statusStyle = {
  flexShrink: '0',
  paddingX: '4',
  paddingY: '2',
  borderTopWidth: '1px',
  textStyle: 'xs',
  color: 'fg.muted',
} as const;
