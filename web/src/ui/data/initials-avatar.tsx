import { Center } from '@chakra-ui/react';
import { initials } from '../../shared/format';

/** A tile with a name's initials. */
export function InitialsAvatar({ name }: { name: string }) {
  return (
    <Center
      aria-hidden="true"
      boxSize="9"
      flexShrink="0"
      borderRadius="l2"
      bg="brand.muted"
      color="brand.fg"
      fontSize="xs"
      fontWeight="semibold"
    >
      {initials(name)}
    </Center>
  );
}
