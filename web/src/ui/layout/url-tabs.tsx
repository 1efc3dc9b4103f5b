import { Tabs } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** A tab: its value in the URL (`?tab=`), its label and its content. */
export interface TabItem {
  value: string;
  label: string;
  content: ReactNode;
}

interface UrlTabsProps {
  tabs: readonly TabItem[];
  defaultTab: string;
}

/** Tabs whose selection is stored in the URL, so that Back returns to the tab before. A tab mounts when it opens, so that its queries refetch. */
export function UrlTabs({ tabs, defaultTab }: UrlTabsProps) {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  const current = tabs.some(({ value }) => value === requested) ? requested! : defaultTab;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    // scrollIntoView would move the browser's focus navigation start from the top of the page to this tab.
    if (tab) list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <Tabs.Root
      value={current}
      onValueChange={({ value }) => setSearch({ tab: value }, { preventScrollReset: true })}
      lazyMount
      unmountOnExit
    >
      <Tabs.List ref={list} overflowX="auto" overflowY="hidden" scrollbarWidth="none">
        {tabs.map(({ value, label }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            flexShrink="0"
            whiteSpace="nowrap"
            minHeight={{ base: '11', md: '10' }}
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Content key={value} value={value} paddingTop="6">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
