import { Box } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';

/** A list of labelled values. On phones the label is above the value. */
export function DataList({ rows }: { rows: ReadonlyArray<{ label: string; value: ReactNode }> }) {
  return (
    <Box
      as="dl"
      display={{ base: 'block', sm: 'grid' }}
      gridTemplateColumns="10rem 1fr"
      columnGap="4"
      rowGap="3"
      textStyle="sm"
    >
      {rows.map(({ label, value }) => (
        <Fragment key={label}>
          <Box as="dt" color="fg.muted">
            {label}
          </Box>
          <Box
            as="dd"
            dir="auto"
            textAlign="start"
            overflowWrap="anywhere"
            whiteSpace="pre-wrap"
            marginBottom={{ base: '3', sm: '0' }}
          >
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}
