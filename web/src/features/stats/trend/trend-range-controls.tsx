import { Flex, Text } from '@chakra-ui/react';
import { trendMessages } from '../../../messages/trend';
import { Select } from '../../../ui/form/select';
import { CompareSwitch } from './compare-switch';
import { CustomRange } from './custom-range';
import { formatDays } from './trend-periods';
import { customRange, rangeChoices } from './trend-range';
import type { useTrendRange } from './use-trend-range';

type Range = ReturnType<typeof useTrendRange>;

/** Chooses the range of days. */
export const RangeSelect = ({ range: { choice, from, to }, showRange }: Pick<Range, 'range' | 'showRange'>) => (
  <Select
    aria-label={trendMessages.dateRange}
    size="sm"
    width="10rem"
    bg="bg.panel"
    options={rangeChoices}
    value={choice}
    onChange={({ target: { value } }) => showRange(value === 'custom' ? customRange(from, to) : value)}
  />
);

interface RangeOptionsProps extends Range {
  /** The days that are shown, which the server determines. Undefined until they are loaded. */
  shown: readonly { day: string }[] | undefined;
}

/** The fields of a custom range, the days that are shown, and the switch of the comparison. */
export const RangeOptions = ({ range, today, isCompared, showRange, compare, shown }: RangeOptionsProps) => (
  <>
    {range.choice === 'custom' && (
      <CustomRange
        range={{ from: range.from, to: range.to }}
        today={today}
        onChange={(typed) => showRange(customRange(typed.from, typed.to), true)}
      />
    )}
    <Flex justify="space-between" align="center" flexWrap="wrap" columnGap="4">
      <Text textStyle="sm" color="fg.muted">
        {formatDays(shown?.[0]?.day ?? range.from, shown?.at(-1)?.day ?? range.to)}
      </Text>
      <CompareSwitch checked={isCompared} onChange={compare} />
    </Flex>
  </>
);
