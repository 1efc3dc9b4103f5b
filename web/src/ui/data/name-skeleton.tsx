import { HStack, Skeleton } from '@chakra-ui/react';

/** A loading placeholder for an avatar and a name. */
export function NameSkeleton() {
  return (
    <HStack gap="3">
      <Skeleton boxSize="7" flexShrink="0" borderRadius="full" />
      <Skeleton height="4" width="36" />
    </HStack>
  );
}
