import { Box, Grid, Link, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { navItemStyle } from './nav-item-style';

/** A section of a long tab: the id that its anchor links to, the anchor's label and its content. */
export interface Section {
  id: string;
  label: string;
  content: ReactNode;
}

/** The sections of a long tab, 720 px wide, beside a list of anchors from 1280 px. */
export function SectionColumns({ label, sections }: { label: string; sections: readonly Section[] }) {
  const { search, hash } = useLocation();
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: '12.5rem minmax(0, 45rem)' }} gap="8">
      <Box as="nav" aria-label={label} hideBelow="xl" position="sticky" top="4" alignSelf="start">
        {sections.map((section) => (
          <Link asChild key={section.id} css={navItemStyle} color={hash === `#${section.id}` ? 'fg' : undefined}>
            <RouterLink to={{ search, hash: section.id }}>{section.label}</RouterLink>
          </Link>
        ))}
      </Box>
      <Stack gap="6" minWidth="0">
        {sections.map(({ id, content }) => (
          <Box key={id} id={id} scrollMarginTop="4" minWidth="0">
            {content}
          </Box>
        ))}
      </Stack>
    </Grid>
  );
}
