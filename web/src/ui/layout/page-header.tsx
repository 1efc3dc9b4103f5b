import { Flex, Heading, HStack, Text } from '@chakra-ui/react';
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
    <Flex
      as={isTab ? 'header' : undefined}
      columnGap="4"
      rowGap="3"
      align="center"
      justify="space-between"
      flexWrap={{ base: actions > 1 ? 'wrap' : 'nowrap', md: 'nowrap' }}
      minHeight={isTab ? { base: '0', lg: '10' } : undefined}
    >
      <div style={{ minWidth: 0 }}>
        <HStack gap="3" flexWrap="wrap" srOnly={isHidden ? { lgDown: true } : false}>
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
          <Text color="fg.muted" textStyle="sm">
            {description}
          </Text>
        )}
      </div>
      {actions > 0 && (
        <HStack
          gap="2"
          flexShrink="0"
          hideBelow={hideActionsOnPhones ? 'md' : undefined}
          css={actions > 1 ? sharedRow : undefined}
        >
          {children}
        </HStack>
      )}
    </Flex>
  );
}

const sharedRow = {
  mdDown: {
    width: 'full',
    '& > *': { flex: '1 1 auto', paddingX: '1.5' },
    '& svg': { '@media (max-width: 22rem)': { display: 'none' } },
  },
};
