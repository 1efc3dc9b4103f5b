import { useLocation, useNavigate } from 'react-router';
import type { FinishSignInMutation } from '../../../shared/graphql/generated';
import { paths } from '../../../shared/paths';
import { isAdminScreen, isScreenOf, returnPathIn } from '../../../shared/return-path';
import { useApolloClients } from '../../../shared/session-role';
import { useProductName } from '../../../shared/product/product';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';
import { storeSession } from '../stored-session';

/** The account that has signed in. */
export type SignedIn = FinishSignInMutation['finishSignIn'];

/** Returns a function that welcomes the account that has signed in and opens the screen that it came from, or its first one. */
export function useWelcome() {
  const clients = useApolloClients();
  const navigate = useNavigate();
  const productName = useProductName();
  const { search } = useLocation();
  return async ({ user, client }: Partial<SignedIn>) => {
    await clients[client ? 'client' : 'admin'].clearStore();
    const next = returnPathIn(search, location.origin);
    if (client) {
      storeSession(client);
      showToast(toasts.clientSignedIn(client.businessName));
      await navigate(next && isScreenOf(client.id, next) ? next : paths.clientDashboard.href(client.id));
    } else if (user) {
      showToast(toasts.adminSignedIn(productName));
      await navigate(next && isAdminScreen(next) ? next : paths.admin.href());
    }
  };
}
