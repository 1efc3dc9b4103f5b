import { Tabs } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One tab: its name in the address (`?tab=`), its label and what it shows. */
export interface TabItem {
  value: string;
  label: string;
  content: ReactNode;
}

interface UrlTabsProps {
  tabs: readonly TabItem[];
  first: string;
}

/** Tabs that the address remembers. A tab is made when it opens, so that it asks for what others have changed since. */
export function UrlTabs({ tabs, first }: UrlTabsProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const current = tabs.some(({ value }) => value === asked) ? asked! : first;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    // Not scrollIntoView, after which the first Tab key would start here rather than at the top of the page.
    if (tab) list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <Tabs.Root
      value={current}
      onValueChange={({ value }) => setSearch({ tab: value }, { replace: true, preventScrollReset: true })}
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
