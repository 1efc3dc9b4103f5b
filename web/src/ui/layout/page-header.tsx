import { Grid, Heading, HStack, Text } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  level?: 'h1' | 'h2';
  description?: string;
  badge?: ReactNode;
  children?: ReactNode;
}

/**
 * The title of a screen or a tab, with actions on the right. On phones a single action stays beside the title, and
 * several move to a row below.
 */
export function PageHeader({ title, level = 'h1', description, badge, children }: PageHeaderProps) {
  const actions = Children.toArray(children).length;
  const ownRow = '"title" "text" "actions"';
  const beside = '"title actions" "text text"';
  return (
    <Grid
      templateAreas={{ base: actions > 1 ? ownRow : beside, md: '"title actions" "text actions"' }}
      templateColumns={{ base: actions > 1 ? '1fr' : '1fr auto', md: '1fr auto' }}
      columnGap={actions > 0 ? '4' : '0'}
      alignItems="center"
    >
      <HStack gridArea="title" gap="3" flexWrap="wrap" minWidth="0">
        <Heading as={level} size={level === 'h1' ? '2xl' : 'lg'} overflowWrap="anywhere">
          {title}
        </Heading>
        {badge}
      </HStack>
      {description && (
        <Text gridArea="text" color="fg.muted" textStyle="sm" marginTop="1">
          {description}
        </Text>
      )}
      {actions > 0 && (
        <HStack
          gridArea="actions"
          gap="2"
          marginTop={{ base: actions > 1 ? '4' : '0', md: '0' }}
          css={actions > 1 ? sharedRow : undefined}
        >
          {children}
        </HStack>
      )}
    </Grid>
  );
}

const sharedRow = { '& > *': { flex: { base: '1 1 auto', md: 'none' }, paddingX: { base: '1.5', md: '3.5' } } };
