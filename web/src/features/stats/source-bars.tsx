import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { sourceName } from '../../shared/format';
import { sharedMessages } from '../../messages/shared';
import type { SourceStats } from './source-table';

/** More bars would be hard to read. The table beside them lists all sources. */
const MAX_BARS = 6;

/** Bars for the views and leads of the largest sources. Hidden from screen readers, which read the table. */
export function SourceBars({ sources }: { sources: readonly SourceStats[] }) {
  const shownSources = sources.slice(0, MAX_BARS);
  const largest = Math.max(...shownSources.flatMap(({ views, leads }) => [views, leads]));
  return (
    <Stack gap="4" aria-hidden="true" textStyle="sm">
      <HStack gap="4">
        <LegendItem color="chart.views" label="Views" />
        <LegendItem color="chart.leads" label={sharedMessages.leads} />
      </HStack>
      {shownSources.map(({ source, views, leads }) => (
        <Stack key={source} gap="1">
          <Text truncate>{sourceName(source)}</Text>
          <Bar color="chart.views" share={views / largest} />
          <Bar color="chart.leads" share={leads / largest} />
        </Stack>
      ))}
    </Stack>
  );
}

function LegendItem({ color, label }: { color: string; label: string }) {
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
