import { Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A section with a title, below a line. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="3" borderTopWidth="1px" paddingTop="5">
      <Heading as="h3" size="sm">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
