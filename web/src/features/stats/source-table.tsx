import { Table } from '@chakra-ui/react';
import type { ClientSourcesQuery } from '../../shared/graphql/generated';
import { formatCount, formatRate, sourceName } from '../../shared/format';
import { sharedMessages } from '../../messages/shared';

/** The views and leads of one source. */
export type SourceStats = ClientSourcesQuery['client']['stats']['bySource'][number];

/** The table of sources with views, leads, conversion and a total. */
export function SourceTable({ sources }: { sources: readonly SourceStats[] }) {
  const sum = (key: 'views' | 'leads') => sources.reduce((total, source) => total + source[key], 0);
  return (
    <Table.Root size="sm" variant="line" className="tabular" aria-label="sources" alignSelf="start">
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader scope="col" paddingStart="0">
            Source
          </Table.ColumnHeader>
          {['Views', sharedMessages.leads, 'Conversion'].map((header) => (
            <Table.ColumnHeader key={header} scope="col" textAlign="end" _last={{ paddingEnd: '0' }}>
              {header}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {sources.map((source) => (
          <SourceRow key={source.source} name={sourceName(source.source)} {...source} />
        ))}
      </Table.Body>
      <Table.Footer>
        <SourceRow name="All sources" views={sum('views')} leads={sum('leads')} />
      </Table.Footer>
    </Table.Root>
  );
}

function SourceRow({ name, views, leads }: { name: string; views: number; leads: number }) {
  return (
    <Table.Row bg="transparent">
      <Table.ColumnHeader scope="row" fontWeight="inherit" paddingStart="0" overflowWrap="anywhere" whiteSpace="normal">
        {name}
      </Table.ColumnHeader>
      <Table.Cell textAlign="end">{formatCount(views)}</Table.Cell>
      <Table.Cell textAlign="end">{formatCount(leads)}</Table.Cell>
      <Table.Cell textAlign="end" paddingEnd="0">
        {conversion(leads, views)}
      </Table.Cell>
    </Table.Row>
  );
}

// Leads submitted through the API have no view.
const conversion = (leads: number, views: number) => (views === 0 || leads > views ? '—' : formatRate(leads, views));
