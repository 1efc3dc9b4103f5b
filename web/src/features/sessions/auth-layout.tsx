import { Box, Card, Center, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { ColorModeButton } from '../../ui/button/color-mode-button';
import { Logo } from '../../ui/layout/logo';

interface CardScreenProps {
  title: string;
  subtitle: string;
  /** Shown below the card. */
  footer?: ReactNode;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** The layout of the sign-in and invitation screens: a form in a card, from 1024 px beside the drip line. */
export function AuthLayout({ title, subtitle, footer, onSubmit, children }: CardScreenProps) {
  return (
    <Grid minHeight="100dvh" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
      <Center as="main" padding="4" position="relative" gridColumn={{ lg: '2' }}>
        <Stack position="absolute" top="4" insetInlineEnd="4">
          <ColorModeButton />
        </Stack>
        <Stack width="full" maxWidth="24rem" gap="5">
          <Card.Root borderRadius="l3" shadow="float" borderWidth="0">
            <Card.Body padding={{ base: '6', sm: '8' }}>
              <form noValidate onSubmit={onSubmit}>
                <Stack gap="5">
                  <Stack align="center" gap="3" textAlign="center" marginBottom="1">
                    <Logo size={48} />
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
            </Card.Body>
          </Card.Root>
          {footer}
        </Stack>
      </Center>
      <DripLine />
    </Grid>
  );
}

/** Drops that fall from a line: the logo's motif, on the other half of wide screens. */
function DripLine() {
  return (
    <Box hideBelow="lg" bg="brand.800" gridRow="1" gridColumn="1" overflow="hidden" aria-hidden="true">
      <svg width="100%" height="100%" viewBox="0 0 640 900" preserveAspectRatio="xMidYMid slice" fill="none">
        <path d="M-400 250H1040" stroke="#46a0a6" strokeWidth="10" />
        {drops.map(([x, y, scale]) => (
          <path
            key={x}
            transform={`translate(${x} ${y}) scale(${scale})`}
            d="M0-50C28-18 50 8 50 36a50 50 0 0 1-100 0C-50 8-28-18 0-50Z"
            fill="#77bfc3"
            opacity={0.25 + scale * 0.6}
          />
        ))}
      </svg>
    </Box>
  );
}

/** Each drop's x, y and scale. */
const drops = [
  [96, 320, 0.35],
  [208, 560, 0.6],
  [320, 430, 1],
  [448, 660, 0.45],
  [544, 345, 0.5],
] as const;
