import { Box, Tabs } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format';
import { navItemStyle } from './nav-item-style';

/** A tab: its value in the URL (`?tab=`), its label and its content. */
export interface TabItem {
  value: string;
  label: string;
  icon?: LucideIcon;
  /** Shown beside the label when it is more than zero. */
  count?: number | undefined;
  content: ReactNode;
}

interface NavTabsProps {
  tabs: readonly TabItem[];
  current: string;
  /** Links after the tabs. */
  children?: ReactNode;
}

/** The list of tabs: vertical in the sidebar, and below 1024 px a strip that scrolls to the selected tab. */
export function NavTabs({ tabs, current, children }: NavTabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-selected=true]');
    // scrollIntoView would move the browser's focus navigation start from the top of the page to this tab.
    if (tab) strip.current!.scrollLeft = tab.offsetLeft - (strip.current!.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <Box ref={strip} css={stripStyle}>
      <Tabs.List>
        {tabs.map(({ value, label, icon: Icon, count }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            css={navItemStyle}
            data-count={count ? formatCount(count) : undefined}
          >
            {Icon && <Icon aria-hidden="true" />}
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {children}
    </Box>
  );
}

const stripStyle = {
  position: 'relative',
  display: 'flex',
  flexDirection: { base: 'row', lg: 'column' },
  overflowX: { base: 'auto', lg: 'visible' },
  overflowY: { base: 'hidden', lg: 'visible' },
  scrollbarWidth: 'none',
  lgDown: { maskImage: 'linear-gradient(to right, #000 calc(100% - 24px), transparent)', paddingInlineEnd: '6' },
} as const;
