import { HStack, LinkBox, LinkOverlay, Skeleton, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/format';
import { Card } from '../layout/card';

interface StatCardProps {
  label: string;
  value: number | undefined;
  /** Formats the number. Defaults to grouping by thousands. */
  format?: (value: number) => string;
  /** Beside the number, such as its part of this month. */
  detail?: string | undefined;
  /** The tab that the card links to, as `?tab=leads`. */
  to?: string;
}

/** A card with one labelled number. It shows a skeleton while the value is undefined. */
export function StatCard({ label, value, format = formatCount, detail, to }: StatCardProps) {
  const id = useId();
  return (
    <LinkBox asChild>
      <Card
        role="group"
        aria-labelledby={id}
        minHeight="22"
        paddingX={{ base: '4', md: '5' }}
        paddingY="4"
        {...(to === undefined ? {} : { _hover: { borderColor: 'border.emphasized' } })}
      >
        <Text id={id} textStyle="sm" lineHeight="1.25rem" fontWeight="medium" color="fg.muted">
          {to === undefined ? (
            label
          ) : (
            <LinkOverlay asChild>
              <Link to={to}>{label}</Link>
            </LinkOverlay>
          )}
        </Text>
        <HStack align="baseline" columnGap="2" rowGap="0" marginTop="1" minHeight="8" flexWrap="wrap">
          {value === undefined ? (
            <Skeleton height="7" width="20" />
          ) : (
            <>
              <Text {...numberStyle} className="tabular">
                {format(value)}
              </Text>
              {detail && (
                <Text textStyle="xs" color="fg.muted">
                  {detail}
                </Text>
              )}
            </>
          )}
        </HStack>
      </Card>
    </LinkBox>
  );
}

const numberStyle = { fontSize: '1.75rem', lineHeight: '2rem', fontWeight: 'semibold', letterSpacing: '-0.02em' };
