import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, Skeleton, Table, Text } from '@chakra-ui/react';
import { useState } from 'react';
import {
  statementItems,
  statementMessages,
  statementNotes,
  statementToasts,
} from '../../../messages/agency/statements';
import { errorMessageOf } from '../../../shared/api-error';
import { downloadBase64File } from '../../../shared/download-file';
import { formatCount, formatMonth } from '../../../shared/format';
import {
  type AttentionClientFragment,
  StatementDocument,
  StatementFileDocument,
  type StatementFormat,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { BusyButton } from '../../../ui/button/busy-button';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { formatMoney } from './money';

interface StatementDialogProps {
  client: Pick<AttentionClientFragment, 'id' | 'businessName'>;
  /** The month, or null for the client’s current one. */
  month: string | null;
  onSetRates: () => void;
  onClose: () => void;
}

/** What a client is charged for a month, which can be downloaded. */
export function StatementDialog({ client, month, onSetRates, onClose }: StatementDialogProps) {
  const variables = { clientId: client.id, month };
  const { data, error, refetch } = useQuery(StatementDocument, { variables, ...refreshedOnOpen });
  const statement = data?.statement;
  const footer = (
    <>
      <Button variant="ghost" colorPalette="gray" marginEnd="auto" onClick={onSetRates}>
        {statementMessages.setOwnRates}
      </Button>
      <FileButton format="csv" label={statementMessages.downloadCsv} variables={variables} />
      <FileButton format="pdf" label={statementMessages.downloadPdf} variables={variables} />
    </>
  );
  return (
    <ViewDialog title={statementMessages.statementOf(client.businessName)} onClose={onClose} footer={footer}>
      {error && !statement && <LoadError subject="the statement" onRetry={() => retry(refetch())} />}
      {!error && !statement && <Skeleton height="10rem" />}
      {statement && (
        <>
          <Text textStyle="sm" color="fg.muted" marginBottom="3">
            {formatMonth('UTC', new Date(`${statement.month}-01`))}.{' '}
            {statement.currency === null
              ? statementMessages.noneApply(formatMonth('UTC', new Date(`${statement.month}-01`)))
              : statementNotes[statement.status]}
          </Text>
          <Table.Root size="sm" marginBottom="4" css={{ '& :is(th, td)': { paddingX: { base: '1', sm: '2' } } }}>
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader>{statementMessages.item}</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">{statementMessages.quantity}</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">{statementMessages.rate}</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">{statementMessages.amount}</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {statement.lines.map(({ item, quantity, rate, amount }) => (
                <Table.Row key={item}>
                  <Table.Cell>{statementItems[item]}</Table.Cell>
                  <NumberCell>{formatCount(quantity)}</NumberCell>
                  <NumberCell>{formatMoney(rate ?? null, statement.currency ?? null)}</NumberCell>
                  <NumberCell>{formatMoney(amount ?? null, statement.currency ?? null)}</NumberCell>
                </Table.Row>
              ))}
            </Table.Body>
            <Table.Footer>
              <Table.Row fontWeight="semibold">
                <Table.Cell colSpan={3}>{statementMessages.total}</Table.Cell>
                <NumberCell>{formatMoney(statement.total ?? null, statement.currency ?? null)}</NumberCell>
              </Table.Row>
            </Table.Footer>
          </Table.Root>
        </>
      )}
    </ViewDialog>
  );
}

const NumberCell = ({ children }: { children: string }) => (
  <Table.Cell textAlign="end" className="tabular">
    {children}
  </Table.Cell>
);

interface FileButtonProps {
  format: StatementFormat;
  label: string;
  variables: { clientId: string; month: string | null };
}

/** Downloads the statement as a file. */
function FileButton({ format, label, variables }: FileButtonProps) {
  const apollo = useApolloClient();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    const request = {
      query: StatementFileDocument,
      variables: { ...variables, format },
      fetchPolicy: 'no-cache',
    } as const;
    await apollo
      .query(request)
      .then(({ data }) => downloadBase64File(data!.statement.file))
      .catch((error: unknown) => showToast(statementToasts.notDownloaded(errorMessageOf(error))));
    setLoading(false);
  };
  return (
    <BusyButton
      {...(format === 'csv' && { variant: 'outline', colorPalette: 'gray' })}
      loading={isLoading}
      loadingText={label}
      onClick={() => void download()}
    >
      {label}
    </BusyButton>
  );
}
