import { SimpleGrid } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';

/** A row of stat cards. */
export function StatGrid({ children }: { children: ReactNode }) {
  const count = Children.count(children);
  return (
    <SimpleGrid
      columns={{ base: 2, md: count % 2 ? count : 2, lg: count }}
      gap={{ base: '3', md: '4' }}
      css={fillLastRow}
    >
      {children}
    </SimpleGrid>
  );
}

const fillLastRow = { mdDown: { '& > :last-child:nth-child(odd)': { gridColumn: 'span 2' } } };
