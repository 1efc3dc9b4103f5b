import { Grid, Heading, HStack, Text } from '@chakra-ui/react';
import { Children, type ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** `h1` for a tab, `h2` for a section of it. */
  level?: 'h1' | 'h2';
  description?: ReactNode;
  /** Beside the title, such as a count or a status. */
  badge?: ReactNode;
  /** Hides the actions on phones, where the tab offers them elsewhere. */
  hideActionsOnPhones?: boolean;
  /** The actions on the right, the primary one last. */
  children?: ReactNode;
}

/**
 * The title of a tab or of a section, with actions on the right. Below 1024 px the selected tab names the screen, so a
 * tab's title is visible only beside an action.
 */
export function PageHeader({
  title,
  level = 'h1',
  description,
  badge,
  hideActionsOnPhones,
  children,
}: PageHeaderProps) {
  const actions = Children.toArray(children).length;
  const isTab = level === 'h1';
  const isHidden = isTab && (actions !== 1 || hideActionsOnPhones);
  return (
    <Grid
      as={isTab ? 'header' : undefined}
      columnGap="4"
      alignItems="center"
      templateColumns="minmax(0, 1fr) auto"
      templateAreas={{
        base: actions > 1 ? '"t t" "d d" "a a"' : '"t a" "d d"',
        md: '"t a" "d a"',
      }}
      minHeight={isTab ? { base: '0', lg: '10' } : undefined}
    >
      <HStack gridArea="t" gap="3" flexWrap="wrap" srOnly={isHidden ? { lgDown: true } : false}>
        <Heading
          as={level}
          fontSize={isTab ? 'xl' : 'md'}
          lineHeight={isTab ? '1.75rem' : '1.5rem'}
          overflowWrap="anywhere"
        >
          {title}
        </Heading>
        {badge}
      </HStack>
      {description && (
        <Text gridArea="d" marginTop={{ base: '1', md: '0' }} color="fg.muted" textStyle="sm">
          {description}
        </Text>
      )}
      {actions > 0 && (
        <HStack
          gridArea="a"
          gap="2"
          marginTop={{ base: actions > 1 && (description || !isHidden) ? '3' : '0', md: '0' }}
          hideBelow={hideActionsOnPhones ? 'md' : undefined}
          css={actions > 1 ? sharedRow : undefined}
        >
          {children}
        </HStack>
      )}
    </Grid>
  );
}

const sharedRow = {
  mdDown: {
    '& > *': { flex: '1 1 auto', paddingX: '1.5' },
    '& svg': { '@media (max-width: 22rem)': { display: 'none' } },
  },
};
