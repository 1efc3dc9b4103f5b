import { HStack, Link, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { paths } from '../shared/paths';
import { consoleMessages } from '../messages/admin-console';

/** The way from the console to a client, for administrators. Below 1024 px the top bar names the client. */
export function ClientBreadcrumb({ name }: { name: string }) {
  return (
    <HStack as="nav" aria-label="Breadcrumb" hideBelow="lg" gap="1.5" textStyle="xs" marginBottom="-3">
      <Link asChild color="fg.muted" flexShrink="0">
        <RouterLink to={paths.clients.href()}>{consoleMessages.clientManagement}</RouterLink>
      </Link>
      <Text aria-hidden="true" color="fg.subtle">
        /
      </Text>
      <Text aria-current="page" truncate dir="auto">
        {name}
      </Text>
    </HStack>
  );
}
