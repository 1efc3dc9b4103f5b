import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import { ShownOnceDialog } from '../../shared/dialogs/shown-once-dialog';
import { paths } from '../../shared/paths';
import { consoleMessages } from '../../messages/admin-console';
import { toasts } from '../../messages/toasts';

/** What a new client needs to open its dashboard. */
export interface ClientAccess {
  client: Pick<ClientFieldsFragment, 'id' | 'businessName'>;
  /** Undefined if the client opens its dashboard by the link alone. */
  login: { username: string; password: string } | undefined;
}

/** Shows a new client's sign-in details or the link to its dashboard, to send them to the client. */
export function HandOverDialog({ client, login, onClose }: ClientAccess & { onClose: () => void }) {
  const { title, withLogin, withLink, label, copy, signInDetails } = consoleMessages.handOver;
  const path = login ? paths.clientLogin.href() : paths.clientDashboard.href(client.id);
  const url = location.origin + path;
  return (
    <ShownOnceDialog
      value={login ? signInDetails(url, login.username, login.password) : url}
      texts={{ title: title(client.businessName), explanation: login ? withLogin : withLink, label, copy }}
      toasts={{ copied: toasts.accessCopied, copyFailed: toasts.accessCopyFailed }}
      onClose={onClose}
    />
  );
}
