import { SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The row of stat cards above a screen. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid columns={{ base: 2, lg: 4 }} gap={{ base: '3', md: '4' }}>
      {children}
    </SimpleGrid>
  );
}
