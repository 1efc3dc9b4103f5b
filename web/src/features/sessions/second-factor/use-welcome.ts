import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router';
import type { FinishSignInMutation } from '../../../shared/graphql/generated';
import { paths } from '../../../shared/paths';
import { useProductName } from '../../../shared/use-product-name';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';
import { storeSession } from '../stored-session';

/** The account that has signed in. */
export type SignedIn = FinishSignInMutation['finishSignIn'];

/** Returns a function that welcomes the account that has signed in and opens its first screen. */
export function useWelcome() {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const productName = useProductName();
  return async ({ user, client }: Partial<SignedIn>) => {
    await apollo.clearStore();
    if (client) {
      storeSession(client);
      showToast(toasts.clientSignedIn(client.businessName));
      await navigate(paths.clientDashboard.href(client.id));
    } else if (user) {
      showToast(toasts.adminSignedIn(productName));
      await navigate(paths.admin.href());
    }
  };
}
