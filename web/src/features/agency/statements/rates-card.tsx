import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Skeleton, Text } from '@chakra-ui/react';
import { statementMessages, statementToasts } from '../../../messages/agency/statements';
import { CsvDownload } from '../../../shared/csv-download';
import { formatMonth } from '../../../shared/format';
import { RatesDocument, type RatesValuesFragment, StatementsCsvDocument } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { LoadError } from '../../../ui/feedback/load-error';
import { Card } from '../../../ui/layout/card';
import { formatMoney, monthsAhead, ratesOfMonth } from './money';

interface RatesCardProps {
  /** The month, or undefined for the current one. */
  month: string | undefined;
  /** The sum of all statements of the month. Undefined until it is loaded. */
  totals: { amount: string | null; currency: string | null } | undefined;
  onSet: () => void;
}

const nameOf = (month: string) => formatMonth('UTC', new Date(`${month}-01`));

/** The rates of all clients that apply to a month, those that follow, and all statements of the month as a file. */
export function RatesCard({ month, totals, onSet }: RatesCardProps) {
  const { data, error, refetch } = useQuery(RatesDocument, { variables: { filter: { ofAllClients: true } } });
  const shownMonth = month ?? monthsAhead()[0]!;
  const all = data?.rates.nodes;
  const rates = all && ratesOfMonth(all, shownMonth);
  const later = monthsAhead().filter((next) => next > shownMonth);
  const following = later.flatMap((next) => {
    const found = all && ratesOfMonth(all, next);
    return found?.fromMonth === next ? [found] : [];
  });
  if (error && !all) return <LoadError subject="the rates" onRetry={() => retry(refetch())} />;
  return (
    <Card as="section" aria-label={statementMessages.rates} padding="5">
      <HStack gap="4" rowGap="3" justify="space-between" flexWrap="wrap">
        <Text as="h2" fontWeight="semibold">
          {statementMessages.rates}
        </Text>
        <HStack gap="2" flexWrap="wrap">
          {rates && <StatementsDownload month={shownMonth} />}
          <Button
            size="sm"
            variant={rates ? 'outline' : 'solid'}
            {...(rates && { colorPalette: 'gray' })}
            onClick={onSet}
          >
            {statementMessages.setRates}
          </Button>
        </HStack>
      </HStack>
      {!all && <Skeleton height="10" marginTop="3" />}
      {all && !rates && following.length === 0 && (
        <Text textStyle="sm" color="fg.muted" marginTop="2">
          {statementMessages.noRates}
        </Text>
      )}
      {rates && (
        <HStack as="dl" gap="8" rowGap="3" flexWrap="wrap" marginTop="3">
          <Figures rates={rates} currency={rates.currency} />
          <Figure
            label={statementMessages.totalOf(nameOf(shownMonth))}
            value={totals && formatMoney(totals.amount, totals.currency)}
          />
        </HStack>
      )}
      {following.map((next) => (
        <Text key={next.id} textStyle="sm" color="fg.muted" marginTop="3">
          {`${statementMessages.ratesFrom(nameOf(next.fromMonth))}: `}
          {figuresOf(next)
            .map(([label, rate]) => `${label} ${formatMoney(rate, next.currency)}`)
            .join(', ')}
        </Text>
      ))}
    </Card>
  );
}

const figuresOf = ({ baseFee, perLead, perSegment }: RatesValuesFragment) =>
  [
    [statementMessages.baseFee, baseFee],
    [statementMessages.perLead, perLead],
    [statementMessages.perSegment, perSegment],
  ] as const;

const Figures = ({ rates, currency }: { rates: RatesValuesFragment; currency: string | null }) =>
  figuresOf(rates).map(([label, rate]) => <Figure key={label} label={label} value={formatMoney(rate, currency)} />);

const Figure = ({ label, value }: { label: string; value: string | undefined }) => (
  <Box>
    <Text as="dt" textStyle="xs" color="fg.muted">
      {label}
    </Text>
    <Text as="dd" fontWeight="medium" className="tabular">
      {value ?? <Skeleton height="5" width="20" />}
    </Text>
  </Box>
);

/** Downloads the statements of all clients as one file. */
function StatementsDownload({ month }: { month: string }) {
  const apollo = useApolloClient();
  return (
    <CsvDownload
      label={statementMessages.downloadAll}
      fileName={`statements-${month}.csv`}
      notDownloaded={statementToasts.notDownloaded}
      loadPart={async (after) => {
        const variables = { month, after };
        const part = await apollo.query({ query: StatementsCsvDocument, variables, fetchPolicy: 'no-cache' });
        return part.data!.statementsCsv;
      }}
    />
  );
}
