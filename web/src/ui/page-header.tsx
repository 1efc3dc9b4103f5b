import { Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  level?: 'h1' | 'h2';
  description?: string;
  badge?: ReactNode;
  children?: ReactNode;
}

/** A screen's or a tab's title, with its actions on the right. */
export function PageHeader({ title, level = 'h1', description, badge, children }: PageHeaderProps) {
  return (
    <Flex gap="4" justify="space-between" align={{ md: 'center' }} direction={{ base: 'column', md: 'row' }}>
      <Stack gap="1" minWidth="0">
        <HStack gap="3" flexWrap="wrap">
          <Heading as={level} size={level === 'h1' ? '2xl' : 'lg'} overflowWrap="anywhere">
            {title}
          </Heading>
          {badge}
        </HStack>
        {description && (
          <Text color="fg.muted" textStyle="sm">
            {description}
          </Text>
        )}
      </Stack>
      {children && (
        <HStack gap="2" flexShrink="0" flexWrap="wrap">
          {children}
        </HStack>
      )}
    </Flex>
  );
}
