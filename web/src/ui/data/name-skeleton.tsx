import { HStack, Skeleton } from '@chakra-ui/react';

/** The shape of initials and a name before they are known. */
export function NameSkeleton() {
  return (
    <HStack gap="3">
      <Skeleton boxSize="9" flexShrink="0" borderRadius="l2" />
      <Skeleton height="4" width="36" />
    </HStack>
  );
}
