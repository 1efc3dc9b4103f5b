import { HStack, Progress, Stack, Text } from '@chakra-ui/react';
import { formatCount, usagePercent } from '../../shared/format';

interface UsageBarProps {
  label: string;
  used: number;
  limit: number;
  /** Fills the available width instead of a table column's. */
  fullWidth?: boolean;
  /** Shows the label in place of the two numbers. */
  isCompact?: boolean;
}

/** A progress bar that shows how much of a monthly limit is used. */
export function UsageBar({ label, used, limit, fullWidth = false, isCompact = false }: UsageBarProps) {
  const percent = usagePercent(used, limit);
  const palette = percent >= 100 ? 'red' : percent >= 80 ? 'orange' : 'brand';
  return (
    <Stack
      gap={isCompact ? '1' : '1.5'}
      width="full"
      minWidth={isCompact ? undefined : { md: '4.5rem', xl: '7.5rem' }}
      maxWidth={fullWidth || isCompact ? undefined : { md: '12rem' }}
    >
      <HStack justify="space-between" textStyle="xs" className="tabular" gap="3">
        <Text color={isCompact ? 'fg.muted' : undefined}>
          {isCompact ? label : `${formatCount(used)} / ${formatCount(limit)}`}
        </Text>
        {/* Tables have little room on tablets, where the bar says it. */}
        <Text color="fg.muted" display={fullWidth || isCompact ? undefined : { md: 'none', xl: 'block' }}>
          {percent}%
        </Text>
      </HStack>
      <Progress.Root value={Math.min(percent, 100)} size="xs" colorPalette={palette} shape="full">
        <Progress.Track aria-label={isCompact ? undefined : label} aria-hidden={isCompact} height="1">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
    </Stack>
  );
}
