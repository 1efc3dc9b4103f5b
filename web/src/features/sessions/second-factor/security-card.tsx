import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/card';

interface SecurityCardProps {
  title: string;
  hint: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** One part of the security settings: a title, a hint, an action and its content. */
export function SecurityCard({ title, hint, action, children }: SecurityCardProps) {
  return (
    <Card as="section" padding="5">
      <Stack gap="4">
        <Flex gap="4" align="center" justify="space-between" flexWrap="wrap">
          <Stack gap="0.5" minWidth="0">
            <Heading as="h2" size="md">
              {title}
            </Heading>
            <Text color="fg.muted" textStyle="sm">
              {hint}
            </Text>
          </Stack>
          {action}
        </Flex>
        {children}
      </Stack>
    </Card>
  );
}
