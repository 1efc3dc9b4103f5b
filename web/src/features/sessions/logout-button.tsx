import { useApolloClient, useMutation } from '@apollo/client/react';
import { SignOutClientDocument, SignOutDocument } from '@dripline/contract/generated';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths';
import { BusyButton } from '../../ui/busy-button';
import { notify } from '../../ui/toaster';
import { notices } from '../../words/notices';
import { signInWords } from '../../words/sign-in';
import { clearSession } from './stored-session';

/** Signs out the administrator or the client and clears the cache. */
export function LogoutButton({ as }: { as: 'admin' | 'client' }) {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const [signOut, { loading }] = useMutation<unknown>(as === 'admin' ? SignOutDocument : SignOutClientDocument, {
    refetchQueries: [],
    onError: () => notify(notices.signOutFailed),
    onCompleted: async () => {
      if (as === 'client') clearSession();
      await navigate(as === 'admin' ? paths.adminLogin.href() : paths.clientLogin.href());
      await apollo.clearStore();
      notify(notices.signedOut);
    },
  });
  return (
    <BusyButton variant="ghost" colorPalette="gray" size="sm" loading={loading} onClick={() => void signOut()}>
      <LogOut aria-hidden="true" /> {signInWords.logout}
    </BusyButton>
  );
}
