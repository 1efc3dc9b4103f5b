import { Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A titled section of the side panel. */
export function BuilderSection({ title, hint, children }: Props) {
  return (
    <Stack
      as="section"
      gap="4"
      paddingX={{ base: '4', md: '6' }}
      paddingY="6"
      borderBottomWidth="1px"
      aria-label={title}
    >
      <Stack gap="1">
        <Heading as="h2" size="sm">
          {title}
        </Heading>
        {hint && (
          <Text textStyle="sm" color="fg.muted">
            {hint}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}
