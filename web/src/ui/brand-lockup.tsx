import { HStack, Text } from '@chakra-ui/react';
import { Logo } from './layout/logo';

/** The logo and the product's name side by side. */
export function BrandLockup({ name }: { name: string }) {
  return (
    <HStack gap="2.5">
      <Logo />
      <Text fontWeight="semibold" letterSpacing="-0.015em" fontSize="md">
        {name}
      </Text>
    </HStack>
  );
}
