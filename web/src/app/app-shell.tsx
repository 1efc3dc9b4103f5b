import { Box, Flex, HStack, Link, Stack, Tabs, Text, useMediaQuery } from '@chakra-ui/react';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { DashboardAccess } from '../shared/dashboard-access';
import { BackLink } from './back-link';
import { ProductLogo, useProduct, useProductName } from '../shared/product/product';
import { NavTabs, type TabItem } from '../ui/layout/nav-tabs';

// Loaded after the screen, because nothing on it depends on it.
const CommandLauncher = lazy(() =>
  import('./command/command-launcher').then((module) => ({ default: module.CommandLauncher })),
);

interface AppShellProps {
  tabs: readonly TabItem[];
  /** The tab that opens when the URL names none. */
  defaultTab: string;
  /** The way back to the screen that this one belongs to. */
  back?: { to: string; label: string };
  /** Above the tabs, such as the client's name. */
  context?: ReactNode;
  /** Links after the tabs. */
  links?: ReactNode;
  /** At the foot of the sidebar from 1024 px. */
  usage?: ReactNode;
  /** At the foot of the sidebar, and on the right of the top bar below 1024 px. */
  account: ReactNode;
  /** Who uses the client's dashboard. Undefined on other screens. */
  access?: DashboardAccess | undefined;
  /** Above the content of every tab, such as banners and a breadcrumb. */
  children?: ReactNode;
  /** Shown in place of the tabs, while they load or cannot be loaded. */
  placeholder?: ReactNode;
}

/**
 * The layout of every signed-in screen: a sidebar with the tabs from 1024 px, and a top bar with a scrolling strip of
 * tabs below. The selected tab is stored in the URL, so that Back returns to the tab before. A tab mounts when it
 * opens and shows what is cached.
 */
export function AppShell({ tabs, defaultTab, placeholder, children, ...sidebar }: AppShellProps) {
  const [search, setSearch] = useSearchParams();
  const [isWide] = useMediaQuery(['(min-width: 64rem)'], { ssr: false });
  const requested = search.get('tab');
  const current = tabs.some(({ value }) => value === requested) ? requested! : defaultTab;
  // After the next paint, so that a click on a tab is answered at once. Until then the panel is empty.
  const deferred = useDeferredValue(current);
  const shown = deferred === current ? current : undefined;
  useFocusOnTab(current);
  return (
    <Tabs.Root
      value={current}
      onValueChange={({ value }) => setSearch({ tab: value })}
      orientation={isWide ? 'vertical' : 'horizontal'}
      lazyMount
      unmountOnExit
      display={{ lg: 'grid' }}
      gridTemplateColumns="15rem minmax(0, 1fr)"
    >
      <Link
        href="#content"
        onClick={(event) => {
          // Without an entry in the history, which the router would not know.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
        position="absolute"
        insetInlineStart="-9999px"
        _focus={{ insetInlineStart: '4', top: '3', zIndex: 'skipNav', bg: 'bg.panel', padding: '2' }}
      >
        Skip to content
      </Link>
      <Sidebar tabs={tabs} current={current} {...sidebar} />
      <Stack
        as="main"
        id="content"
        tabIndex={-1}
        outline="none"
        gap="3"
        minWidth="0"
        paddingX={{ base: '4', md: '6', lg: '8' }}
        paddingTop={{ base: '2', lg: '4' }}
        // At the end of the page, a toast covers no content.
        paddingBottom={{ base: '8', md: '28' }}
      >
        {children}
        {placeholder ??
          tabs.map(({ value, content }) => (
            <Tabs.Content key={value} value={value} maxWidth="90rem">
              {value === shown && content}
            </Tabs.Content>
          ))}
      </Stack>
    </Tabs.Root>
  );
}

/** Moves the focus to the content when a link opened another tab and went away with the tab that it was on. */
function useFocusOnTab(current: string) {
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current === current) return undefined;
    shown.current = current;
    // The browser takes the focus from a hidden element with the next frame.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById('content')?.focus({ preventScroll: true });
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current]);
}

type SidebarProps = Omit<AppShellProps, 'defaultTab' | 'placeholder' | 'children'> & { current: string };

const Sidebar = memo(function Sidebar(props: SidebarProps) {
  const { tabs, current, back, context, links, usage, account, access } = props;
  const name = useProductName();
  const brand = useProduct()?.brand;
  // A brand without a name has that of the business, which is shown below.
  const hasName = !brand || brand.productName || brand.logoImageUrl;
  return (
    <Flex as="header" css={sidebarStyle}>
      {hasName && (
        <HStack
          gap="2.5"
          hideBelow={back ? 'lg' : undefined}
          height={{ lg: '10' }}
          paddingInline={{ lg: '2' }}
          minWidth="0"
        >
          <ProductLogo size={24} />
          <Text
            srOnly={context ? { lgDown: true } : false}
            fontWeight="semibold"
            letterSpacing="-0.015em"
            truncate
            dir="auto"
          >
            {brand ? brand.productName : name}
          </Text>
        </HStack>
      )}
      {back && <BackLink {...back} />}
      {context && <Box css={contextStyle}>{context}</Box>}
      <Box css={launcherStyle}>
        <Suspense>
          <CommandLauncher tabs={tabs} access={access} />
        </Suspense>
      </Box>
      <Box flexBasis={{ base: 'full', lg: 'auto' }} order={{ base: '1', lg: '0' }} minWidth="0">
        <NavTabs tabs={tabs} current={current}>
          {links}
        </NavTabs>
      </Box>
      {usage && (
        <Box hideBelow="lg" marginTop="auto" paddingInline="2.5" paddingTop="4">
          {usage}
        </Box>
      )}
      <Box css={{ ...accountStyle, marginTop: { lg: usage ? '2' : 'auto' } }}>{account}</Box>
    </Flex>
  );
});

const contextStyle = {
  display: 'flex',
  flexDirection: { base: 'row', lg: 'column' },
  alignItems: { base: 'center', lg: 'stretch' },
  flex: { base: '1', lg: 'none' },
  minWidth: '0',
} as const;

/** The space of the launcher, until it is loaded too. */
const launcherStyle = {
  lgDown: { minWidth: '11', marginInlineStart: 'auto' },
  lg: { minHeight: '9' },
} as const;

const accountStyle = {
  display: 'flex',
  flexWrap: { lg: 'wrap' },
  alignItems: 'center',
  gap: '1',
  paddingTop: { lg: '2' },
  borderTopWidth: { lg: '1px' },
} as const;

const sidebarStyle = {
  position: 'sticky',
  zIndex: 'docked',
  bg: 'bg.canvas',
  minWidth: '0',
  lgDown: {
    // The bar of 52 px scrolls away, and the strip of tabs stays.
    top: '-52px',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    paddingInlineStart: '4',
    paddingInlineEnd: '2',
    borderBottomWidth: '1px',
    '& > *': { minHeight: '52px' },
    '& > :has([role=tablist])': { minHeight: '11', marginInlineStart: '-3' },
  },
  lg: {
    top: '0',
    height: '100dvh',
    overflowY: 'auto',
    flexDirection: 'column',
    gap: '2',
    padding: '3',
    borderInlineEndWidth: '1px',
  },
} as const;

/** Stacks a screen's banners. It takes no space when there are none. */
export function BannerStack({ children }: { children: ReactNode }) {
  return (
    <Stack gap="2" _empty={{ display: 'none' }}>
      {children}
    </Stack>
  );
}
