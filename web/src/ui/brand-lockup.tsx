import { HStack, Text } from '@chakra-ui/react';
import { Mark } from './layout/logo';

/** Mark and name side by side, as the header shows them. */
export function BrandLockup({ name }: { name: string }) {
  return (
    <HStack gap="2.5">
      <Mark />
      <Text fontWeight="semibold" letterSpacing="-0.015em" fontSize="md">
        {name}
      </Text>
    </HStack>
  );
}
