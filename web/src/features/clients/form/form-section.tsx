import { Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A titled section of the edit form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="3" borderTopWidth="1px" paddingTop="5">
      <Heading as="h3" size="sm">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
