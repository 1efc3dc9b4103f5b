import { useApolloClient, useMutation } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { SignOutClientDocument, SignOutDocument } from '../../shared/graphql/generated';
import { LogOut } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { signInPathOf } from '../../shared/paths';
import { useProduct } from '../../shared/product/product';
import { signInToReturn } from '../../shared/return-path';
import { BusyButton } from '../../ui/button/busy-button';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { signInMessages } from '../../messages/sign-in';
import { clearSession } from './stored-session';

interface LogoutButtonProps {
  as: 'admin' | 'client';
  /** Whether it has a row of its own from 1024 px on. */
  isWide: boolean;
}

/** Signs out the administrator or the client and clears the cache. Below 1024 px it shows only its icon. */
export function LogoutButton({ as, isWide }: LogoutButtonProps) {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isBranded = useProduct()?.brand != null;
  const [signOut, { loading }] = useMutation<unknown>(as === 'admin' ? SignOutDocument : SignOutClientDocument, {
    onError: () => showToast(toasts.signOutFailed),
    onCompleted: async () => {
      const path = signInPathOf(as);
      // The sign-in of a client with white label has its brand.
      await navigate(isBranded ? signInToReturn(path, { pathname, search: '' }) : path);
      // While it is open, a dashboard stores the session of the client that is signed in.
      if (as === 'client') clearSession();
      await apollo.clearStore();
      showToast(toasts.signedOut);
    },
  });
  return (
    <BusyButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      flex={{ lg: isWide ? '1 0 100%' : '1' }}
      justifyContent={{ lg: 'start' }}
      paddingX="2.5"
      color="fg.muted"
      loading={loading}
      onClick={() => void signOut()}
    >
      <LogOut aria-hidden="true" />
      <Box as="span" srOnly={{ base: true, lg: false }}>
        {signInMessages.logout}
      </Box>
    </BusyButton>
  );
}
