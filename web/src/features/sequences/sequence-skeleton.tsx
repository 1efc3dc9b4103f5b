import { HStack, Skeleton, Stack } from '@chakra-ui/react';
import { Card } from '../../ui/layout/card';

/** A loading placeholder for a sequence card. */
export function SequenceSkeleton() {
  return (
    <Card aria-hidden="true">
      <HStack justify="space-between" align="start" gap="4" padding="5">
        <Stack gap="2" flex="1">
          <Skeleton height="5" width="40%" />
          <Skeleton height="4" width="60%" />
        </Stack>
        <Skeleton height="5" width="20" />
      </HStack>
      <Stack gap="5" borderTopWidth="1px" padding="5">
        {['a', 'b'].map((key) => (
          <Stack key={key} gap="2" paddingStart="6">
            <Skeleton height="3" width="14" />
            <Skeleton height="4" width="75%" />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
