import { Box, Flex, Heading, Skeleton } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';
import { Card } from '../../ui/layout/card';

interface TrendCardProps {
  title?: string;
  /** The height of the placeholder. */
  height?: { base: string; md: string };
  /** Beside the title. */
  select?: ReactNode;
  /** Above the chart. */
  options?: ReactNode;
  /** While there is none, the card shows a placeholder of the chart's height. */
  children?: ReactNode;
}

/** The card of a chart by day. Its height does not depend on what has been loaded. */
export function TrendCard({
  title = 'Leads, views and QR scans',
  height = chartHeight,
  select,
  options,
  children,
}: TrendCardProps) {
  return (
    <Card as="section" aria-labelledby="trend" padding="5" minWidth="0">
      <Flex justify="space-between" align="center" flexWrap="wrap" columnGap="3" rowGap="2" css={headStyle}>
        <Heading as="h2" id="trend" size="md">
          {title}
        </Heading>
        {select}
      </Flex>
      <Box minHeight={optionsHeight} marginY="1">
        {options}
      </Box>
      {Children.toArray(children).length > 0 ? children : <Skeleton height={height} />}
    </Card>
  );
}

const chartHeight = { base: '684px', md: '471px' };
const optionsHeight = { base: '4.25rem', md: '9' };
const headStyle = { minHeight: { base: '21', md: '9' } } as const;
