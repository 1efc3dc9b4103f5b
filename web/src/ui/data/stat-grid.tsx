import { SimpleGrid } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';

/** A row of stat cards. */
export function StatGrid({ children }: { children: ReactNode }) {
  const count = Children.count(children);
  return (
    <SimpleGrid columns={{ base: 2, md: count % 2 ? count : 2, lg: count }} gap="3" css={fillLastRow}>
      {children}
    </SimpleGrid>
  );
}

const fillLastRow = { mdDown: { '& > :last-of-type:nth-of-type(odd)': { gridColumn: 'span 2' } } };
