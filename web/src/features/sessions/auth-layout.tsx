import { Card, Center, Heading, Stack, Text } from '@chakra-ui/react';
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

/** The layout of the sign-in and invitation screens: a form in a centered card under the logo. */
export function AuthLayout({ title, subtitle, footer, onSubmit, children }: CardScreenProps) {
  return (
    <Center as="main" minHeight="100dvh" padding="4" position="relative">
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
  );
}
