import { Center, Stack, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFocusFallback } from '../focus/use-focus-fallback';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown for an empty list: what the list is for, and the next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <Center ref={box} paddingX="6" paddingY={{ base: '10', md: '14' }}>
      <Stack align="center" gap="3" textAlign="center" maxWidth="24rem">
        <Center boxSize="12" borderRadius="full" bg="brand.subtle" color="brand.fg">
          <Icon aria-hidden="true" size={22} />
        </Center>
        <Text fontWeight="semibold">{title}</Text>
        {children && (
          <Text color="fg.muted" textStyle="sm" textWrap="balance">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}
