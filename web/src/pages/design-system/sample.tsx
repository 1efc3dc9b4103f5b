import { Heading, Stack, type StackProps } from '@chakra-ui/react';

/** A titled section that shows one component in its states. */
export function Sample({ title, children, ...stack }: StackProps & { title: string }) {
  return (
    <Stack as="section" gap="3" aria-label={title} minWidth="0">
      <Heading as="h2" size="md">
        {title}
      </Heading>
      <Stack gap="3" align="start" {...stack}>
        {children}
      </Stack>
    </Stack>
  );
}
