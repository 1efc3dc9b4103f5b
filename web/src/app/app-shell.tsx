import { Box, Container, Flex, HStack, Link, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useProductName } from '../shared/use-product-name';
import { ColorModeButton } from '../ui/button/color-mode-button';
import { Logo } from '../ui/layout/logo';

interface AppShellProps {
  /** Shown at the right end of the header, such as a back link or the logout button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The header and content area of every signed-in screen. */
export function AppShell({ actions, children }: AppShellProps) {
  return (
    <>
      <Link
        href="#content"
        position="absolute"
        left="-9999px"
        _focus={{ left: '4', top: '3', zIndex: 'skipNav', bg: 'bg.panel', padding: '2' }}
      >
        Skip to content
      </Link>
      <Box as="header" bg="bg.panel" borderBottomWidth="1px">
        <Container maxWidth="7xl">
          <Flex height="14" align="center" justify="space-between" gap="3">
            <ProductBrand />
            <HStack gap="1">
              <ColorModeButton />
              {actions}
            </HStack>
          </Flex>
        </Container>
      </Box>
      <Container
        as="main"
        id="content"
        tabIndex={-1}
        outline="none"
        maxWidth="7xl"
        paddingTop={{ base: '5', md: '8' }}
        // At the end of the page, a toast covers no content.
        paddingBottom="28"
      >
        <Stack gap="6">{children}</Stack>
      </Container>
    </>
  );
}

/** The logo and the product's name side by side. */
function ProductBrand() {
  return (
    <HStack gap="2.5">
      <Logo />
      <Text fontWeight="semibold" letterSpacing="-0.015em" fontSize="md">
        {useProductName()}
      </Text>
    </HStack>
  );
}

/** Stacks a screen's banners. It takes no space when there are none. */
export function BannerStack({ children }: { children: ReactNode }) {
  return (
    <Stack gap="2" _empty={{ display: 'none' }}>
      {children}
    </Stack>
  );
}
