import { Box, HStack, Table } from '@chakra-ui/react';
import type { ClientSourcesQuery } from '../../shared/graphql/generated';
import { formatCount, formatRate, sourceName } from '../../shared/format';
import { sharedMessages } from '../../messages/shared';

/** The views and leads of one source. */
export type SourceStats = ClientSourcesQuery['client']['sources']['bySource'][number];

/** The sources with their views and leads as bars, the share of views that became leads, and a total. */
export function SourceTable({ sources }: { sources: readonly SourceStats[] }) {
  const sum = (key: 'views' | 'leads') => sources.reduce((total, source) => total + source[key], 0);
  const most = {
    views: Math.max(...sources.map(({ views }) => views)),
    leads: Math.max(...sources.map(({ leads }) => leads)),
  };
  return (
    <Table.Root size="sm" variant="line" className="tabular" aria-label="sources">
      <Table.Header>
        <Table.Row bg="transparent">
          {['Source', 'Views', sharedMessages.leads, sharedMessages.leadRate].map((header, nth) => (
            <Table.ColumnHeader key={header} scope="col" {...headStyle} textAlign={nth === 0 ? 'start' : 'end'}>
              {header}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {sources.map((source) => (
          <SourceRow
            key={source.source}
            name={sourceName(source.source, source.placementName)}
            {...source}
            most={most}
          />
        ))}
      </Table.Body>
      <Table.Footer>
        <SourceRow name="All sources" views={sum('views')} leads={sum('leads')} />
      </Table.Footer>
    </Table.Root>
  );
}

const headStyle = {
  textStyle: 'xs',
  fontWeight: 'medium',
  color: 'fg.muted',
  height: '9',
  paddingY: '0',
  _first: { paddingStart: '0' },
  _last: { paddingEnd: '0' },
} as const;

interface SourceRowProps {
  name: string;
  views: number;
  leads: number;
  /** The largest numbers, which have the longest bars. */
  most?: { views: number; leads: number };
}

function SourceRow({ name, views, leads, most }: SourceRowProps) {
  return (
    <Table.Row bg="transparent">
      <Table.ColumnHeader
        scope="row"
        fontWeight="medium"
        paddingStart="0"
        overflowWrap="anywhere"
        whiteSpace="normal"
        dir="auto"
      >
        {name}
      </Table.ColumnHeader>
      <BarCell value={views} most={most?.views} color="chart.views" />
      <BarCell value={leads} most={most?.leads} color="chart.leads" />
      <Table.Cell textAlign="end" paddingEnd="0">
        {leadRate(leads, views)}
      </Table.Cell>
    </Table.Row>
  );
}

function BarCell({ value, most, color }: { value: number; most?: number | undefined; color: string }) {
  return (
    <Table.Cell width={{ md: '30%' }} textAlign="end">
      <HStack gap="3" justify="end">
        {most !== undefined && most > 0 && (
          <Box hideBelow="md" flex="1" aria-hidden="true">
            <Box
              height="2"
              borderEndRadius="sm"
              bg={color}
              width={`${(value / most) * 100}%`}
              minWidth={value > 0 ? '1' : '0'}
            />
          </Box>
        )}
        <Box minWidth="12">{formatCount(value)}</Box>
      </HStack>
    </Table.Cell>
  );
}

// Leads submitted through the API have no view.
const leadRate = (leads: number, views: number) => (views === 0 || leads > views ? '—' : formatRate(leads, views));
