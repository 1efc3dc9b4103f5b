import { HStack, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { Card } from '../../ui/layout/card';

/** A loading placeholder for a campaign card. */
export function CampaignSkeleton() {
  return (
    <Card overflow="hidden" aria-hidden="true">
      <Skeleton height="24" borderRadius="0" />
      <Stack gap="4" padding="5">
        <HStack justify="space-between" align="start">
          <Stack gap="2" flex="1">
            <Skeleton height="5" width="60%" />
            <Skeleton height="4" width="40%" />
          </Stack>
          <Skeleton height="5" width="14" borderRadius="full" />
        </HStack>
        <SimpleGrid columns={{ base: 2, sm: 4 }} gap="4">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height="10" width="16" />
          ))}
        </SimpleGrid>
        <HStack gap="2">
          <Skeleton height="9" width="20" />
          <Skeleton height="9" width="28" />
        </HStack>
      </Stack>
    </Card>
  );
}
