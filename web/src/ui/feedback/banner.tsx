import { Flex, Text } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning above a screen about a lasting state. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <Flex
      role="status"
      gap="3"
      align="start"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l2"
      paddingX="4"
      paddingY="3"
      textStyle="sm"
    >
      <Text as="span" color="fg.warning" flexShrink="0" marginTop="0.5">
        <TriangleAlert aria-hidden="true" size={16} />
      </Text>
      <Text>{children}</Text>
    </Flex>
  );
}
