import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { sourceName } from '../../shared/format';
import { sharedWords } from '../../messages/shared';
import type { SourceResult } from './source-table';

/** More would be a wall; the table beside it has them all. */
const MOST_DRAWN = 6;

/** Views and leads of the largest sources as bars. The table tells the same to who does not see it. */
export function SourceBars({ sources }: { sources: readonly SourceResult[] }) {
  const drawn = sources.slice(0, MOST_DRAWN);
  const most = Math.max(...drawn.flatMap(({ views, leads }) => [views, leads]));
  return (
    <Stack gap="4" aria-hidden="true" textStyle="sm">
      <HStack gap="4">
        <Key color="chart.views" label="Views" />
        <Key color="chart.leads" label={sharedWords.leads} />
      </HStack>
      {drawn.map(({ source, views, leads }) => (
        <Stack key={source} gap="1">
          <Text truncate>{sourceName(source)}</Text>
          <Bar color="chart.views" share={views / most} />
          <Bar color="chart.leads" share={leads / most} />
        </Stack>
      ))}
    </Stack>
  );
}

function Key({ color, label }: { color: string; label: string }) {
  return (
    <HStack gap="1.5">
      <Box boxSize="3" borderRadius="sm" bg={color} />
      <Text color="fg.muted">{label}</Text>
    </HStack>
  );
}

function Bar({ color, share }: { color: string; share: number }) {
  return (
    <Box height="2" borderRadius="full" bg="bg.muted">
      <Box height="full" borderRadius="full" bg={color} width={`${share * 100}%`} minWidth={share > 0 ? '1' : '0'} />
    </Box>
  );
}
