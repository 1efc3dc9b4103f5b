import { useApolloClient, useMutation } from '@apollo/client/react';
import { SignInDocument } from '../../shared/graphql/generated';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/paths';
import { notify } from '../../ui/feedback/toaster';
import { notices } from '../../messages/toasts';
import { signInWords } from '../../messages/sign-in';
import { ScreenTitle } from '../../shared/page-title';
import { SignInCard } from './sign-in-card';
import { useProductName } from '../../shared/use-product-name';

/** The administrator's sign-in screen. */
export function AdminSignIn() {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const name = useProductName();
  const [signIn, { loading }] = useMutation(SignInDocument, {
    refetchQueries: [],
    onError: () => notify(notices.adminSignInFailed),
    onCompleted: async () => {
      await apollo.clearStore();
      notify(notices.adminSignedIn(name));
      await navigate(paths.admin.href());
    },
  });
  return (
    <>
      <ScreenTitle title="Admin sign-in" />
      <SignInCard
        title={name}
        subtitle={signInWords.masterAdminPortal}
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => notify(notices.adminFieldsMissing)}
      />
    </>
  );
}
