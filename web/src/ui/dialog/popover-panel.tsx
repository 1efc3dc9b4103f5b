import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

interface PopoverPanelProps {
  label: string;
  /** The button below which the panel opens, or above which, where there is more room. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

const GAP = 4;
const MARGIN = 8;

/**
 * A panel beside a button that closes when the user presses outside of it or Escape. Mount it to open it. The browser's
 * own popover, because Chakra's would be a part of every screen's first load.
 */
export function PopoverPanel({ label, anchor, onClose, children }: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const opened = panel.current!;
    opened.showPopover();
    const { top, bottom, left } = anchor.current!.getBoundingClientRect();
    const room = window.innerWidth - opened.offsetWidth - MARGIN;
    const below = window.innerHeight - bottom;
    Object.assign(opened.style, {
      ...(below < top ? { bottom: `${window.innerHeight - top + GAP}px` } : { top: `${bottom + GAP}px` }),
      left: `${Math.max(MARGIN, Math.min(left, room))}px`,
      maxHeight: `${Math.max(below, top) - GAP - MARGIN}px`,
    });
    opened.focus();
  }, [anchor]);
  return (
    <Box
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      css={panelStyle}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {children}
    </Box>
  );
}

const panelStyle = {
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  width: '20rem',
  maxWidth: 'calc(100vw - 1rem)',
  padding: '4',
  overflowY: 'auto',
  bg: 'bg.panel',
  color: 'fg',
  shadow: 'float',
  borderRadius: 'l3',
  _focusVisible: { outline: 'none' },
};
