import { HStack, Icon, Text } from '@chakra-ui/react';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import { ChartNoAxesCombined, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { forecastMessages } from '../../../messages/sequences/forecast';
import { formatCount, formatDay, formatMonth, plural } from '../../../shared/format';
import type { MessageForecastQuery } from '../../../shared/graphql/generated';

export type Forecast = MessageForecastQuery['messageForecast'];

/** How many messages are expected in the month, and when they exceed the limit. */
export function ForecastSummary({ forecast, children }: { forecast: Forecast; children?: ReactNode }) {
  const { month, limit, total, exceedsLimitOn } = forecast;
  const monthName = formatMonth('UTC', new Date(`${month}-01`));
  const isOver = exceedsLimitOn != null;
  return (
    <HStack gap="2" align="start" flex={{ base: '1 1 100%', md: '1' }} minWidth="0">
      <Icon
        as={isOver ? TriangleAlert : ChartNoAxesCombined}
        aria-hidden="true"
        boxSize="4"
        marginTop="0.5"
        flexShrink="0"
        color={isOver ? 'orange.fg' : 'fg.muted'}
      />
      <Text textStyle="sm">
        {limit >= MAX_MONTHLY_LIMIT
          ? forecastMessages.expected(plural(total, 'message'), monthName)
          : forecastMessages.expectedOf(formatCount(total), formatCount(limit), monthName)}
        {isOver && ` ${forecastMessages.exceedsOn(formatDay(exceedsLimitOn))}`}
        {children}
      </Text>
    </HStack>
  );
}

/** Formats leads per day: "4.2 leads", or without the decimal from ten on. */
export const formatLeads = (perDay: number) =>
  perDay >= 10 ? plural(Math.round(perDay), 'lead') : `${perDay.toFixed(1)} leads`;
