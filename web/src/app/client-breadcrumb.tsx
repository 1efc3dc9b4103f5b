import { Breadcrumb } from '@chakra-ui/react';
import { Link } from 'react-router';
import { paths } from '../shared/paths';
import { consoleMessages } from '../messages/admin-console';

/** The way from the console to a client, for administrators. Below 1024 px the top bar names the client. */
export function ClientBreadcrumb({ name }: { name: string }) {
  return (
    <Breadcrumb.Root hideBelow="lg" size="sm" marginBottom="-3">
      <Breadcrumb.List fontSize="xs">
        <Breadcrumb.Item>
          <Breadcrumb.Link asChild>
            <Link to={paths.clients.href()}>{consoleMessages.clientManagement}</Link>
          </Breadcrumb.Link>
        </Breadcrumb.Item>
        <Breadcrumb.Separator>/</Breadcrumb.Separator>
        <Breadcrumb.Item minWidth="0">
          <Breadcrumb.CurrentLink truncate dir="auto" maxWidth="32rem">
            {name}
          </Breadcrumb.CurrentLink>
        </Breadcrumb.Item>
      </Breadcrumb.List>
    </Breadcrumb.Root>
  );
}
