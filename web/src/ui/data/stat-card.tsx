import { Box, HStack, Skeleton, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { formatCount } from '../../shared/format';
import { Card } from '../layout/card';

interface StatCardProps {
  label: string;
  icon: LucideIcon;
  value: number | undefined;
  /** Formats the number. Defaults to grouping by thousands. */
  format?: (value: number) => string;
  detail?: string | undefined;
}

/** A card with one labelled number. It shows a skeleton while the value is undefined. */
export function StatCard({ label, icon: Icon, value, format = formatCount, detail }: StatCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} display="flex" flexDirection="column" padding={{ base: '4', md: '5' }}>
      <HStack justify="space-between" color="fg.muted" align="start">
        <Text id={id} textStyle="sm" fontWeight="medium">
          {label}
        </Text>
        <Box hideBelow="sm" flexShrink="0" marginTop="0.5">
          <Icon aria-hidden="true" size={16} />
        </Box>
      </HStack>
      <HStack align="baseline" gap="2" marginTop="2" minHeight="9" className="tabular" flexWrap="wrap">
        {value === undefined ? (
          <Skeleton height="7" width="20" />
        ) : (
          <>
            <Text fontSize={{ base: '2xl', md: '3xl' }} lineHeight="1.2" fontWeight="semibold" letterSpacing="-0.02em">
              {format(value)}
            </Text>
            {detail && (
              <Text textStyle="sm" color="fg.muted">
                {detail}
              </Text>
            )}
          </>
        )}
      </HStack>
    </Card>
  );
}
