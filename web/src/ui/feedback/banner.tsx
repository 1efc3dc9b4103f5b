import { Box, Flex, Link } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface BannerProps {
  children: ReactNode;
  /** The link to the place where the state can be changed. */
  action?: { to: string; label: string } | undefined;
}

/** A warning above a screen about a lasting state. */
export function Banner({ children, action }: BannerProps) {
  return (
    <Flex
      role="status"
      columnGap="3"
      align="center"
      minHeight="10"
      bg="orange.subtle"
      borderRadius="l2"
      paddingX="3"
      paddingY="2"
      textStyle="sm"
    >
      <Box color="fg.warning" flexShrink="0" alignSelf="start" marginTop="0.5">
        <TriangleAlert aria-hidden="true" size={16} />
      </Box>
      <Box flex="1">{children}</Box>
      {action && (
        <Link asChild fontWeight="semibold" flexShrink="0" textDecoration="underline">
          <RouterLink to={action.to}>{action.label}</RouterLink>
        </Link>
      )}
    </Flex>
  );
}
