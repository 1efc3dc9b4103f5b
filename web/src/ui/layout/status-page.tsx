import { Center, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface MessageScreenProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A full page with one message, such as not found, no access or an error. */
export function StatusPage({ title, children, action }: MessageScreenProps) {
  return (
    <Center as="main" minHeight="80dvh" padding="6">
      <Stack gap="4" align="center" textAlign="center" maxWidth="26rem">
        <Heading as="h1" size="xl" textWrap="balance">
          {title}
        </Heading>
        {children && (
          <Text color="fg.muted" textWrap="balance">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}
