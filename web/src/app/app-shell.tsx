import { Box, Container, Flex, HStack, Link, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ProductBrand } from './product-brand';
import { ColorModeButton } from '../ui/button/color-mode-button';

interface AppShellProps {
  /** Right end of the header: back, log out. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in screen. */
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
      <Container as="main" id="content" tabIndex={-1} outline="none" maxWidth="7xl" paddingY={{ base: '5', md: '8' }}>
        <Stack gap="6">{children}</Stack>
      </Container>
    </>
  );
}

/** The banners of a screen, close together; nothing where there are none. */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <Stack gap="2" _empty={{ display: 'none' }}>
      {children}
    </Stack>
  );
}
