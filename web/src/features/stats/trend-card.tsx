import { Box, Flex, Heading, Skeleton } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';
import { Card } from '../../ui/layout/card';

interface TrendCardProps {
  /** Beside the title. */
  select?: ReactNode;
  /** Above the chart. */
  options?: ReactNode;
  /** While there is none, the card shows a placeholder of the chart's height. */
  children?: ReactNode;
}

/** The card of the chart of leads, views and QR scans. Its height does not depend on what has been loaded. */
export function TrendCard({ select, options, children }: TrendCardProps) {
  return (
    <Card as="section" aria-labelledby="trend" padding="5" minWidth="0">
      <Flex justify="space-between" align="center" flexWrap="wrap" columnGap="3" rowGap="2" css={headStyle}>
        <Heading as="h2" id="trend" size="md">
          Leads, views and QR scans
        </Heading>
        {select}
      </Flex>
      <Box minHeight={optionsHeight} marginY="1">
        {options}
      </Box>
      {Children.toArray(children).length > 0 ? children : <Skeleton height={{ base: '684px', md: '471px' }} />}
    </Card>
  );
}

const optionsHeight = { base: '4.25rem', md: '9' };
const headStyle = { minHeight: { base: '21', md: '9' } } as const;
