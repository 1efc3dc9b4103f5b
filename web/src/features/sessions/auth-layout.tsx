import { Box, Center, Heading, Stack, Text } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { ColorModeButton } from '../../ui/button/color-mode-button';
import { Card } from '../../ui/layout/card';
import { ProductLogo, useProduct } from '../../shared/product/product';

interface CardScreenProps {
  title: string;
  subtitle: string;
  /** Shown below the card. */
  footer?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The layout of the sign-in and invitation screens: a form in a card, from 1024 px beside the drip line. */
export function AuthLayout({ title, subtitle, footer, onSubmit, children }: CardScreenProps) {
  return (
    <Box display="grid" minHeight="100dvh" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
      <Center as="main" padding="4" position="relative" gridColumn={{ lg: '2' }}>
        <Stack position="absolute" top="4" insetInlineEnd="4">
          <ColorModeButton />
        </Stack>
        <Stack width="full" maxWidth="24rem" gap="5">
          <Card shadow="float" borderWidth="0" padding={{ base: '6', sm: '8' }}>
            <form noValidate onSubmit={onSubmit}>
              <Stack gap="5">
                <Stack align="center" gap="3" textAlign="center" marginBottom="1">
                  <ProductLogo size={48} />
                  <Stack gap="0.5">
                    <Heading as="h1" size="2xl">
                      {title}
                    </Heading>
                    <Text color="fg.muted" textWrap="balance">
                      {subtitle}
                    </Text>
                  </Stack>
                </Stack>
                {children}
              </Stack>
            </form>
          </Card>
          {footer}
        </Stack>
      </Center>
      <DripLine />
    </Box>
  );
}

/** The other half of wide screens: drops that fall from a line, as in the product's logo. With white label it is plain. */
function DripLine() {
  const isBranded = useProduct()?.brand != null;
  return (
    <Box hideBelow="lg" bg="brand.800" gridRow="1" gridColumn="1" overflow="hidden" aria-hidden="true">
      {!isBranded && (
        <svg width="100%" height="100%" viewBox="0 0 640 900" preserveAspectRatio="xMidYMid slice" fill="none">
          <path d="M-400 250H1040" stroke="#46a0a6" strokeWidth="10" />
          <path
            d="M320 380c28 32 50 58 50 86a50 50 0 0 1-100 0c0-28 22-54 50-86ZM150 560c14 16 25 29 25 43a25 25 0 0 1-50 0c0-14 11-27 25-43ZM480 640c14 16 25 29 25 43a25 25 0 0 1-50 0c0-14 11-27 25-43Z"
            fill="#77bfc3"
          />
        </svg>
      )}
    </Box>
  );
}
