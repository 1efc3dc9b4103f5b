import { useApolloClient, useMutation } from '@apollo/client/react';
import { SignInDocument } from '../shared/graphql/generated';
import { useNavigate } from 'react-router';
import { paths } from '../shared/paths';
import { showToast } from '../ui/feedback/toaster';
import { toasts } from '../messages/toasts';
import { signInMessages } from '../messages/sign-in';
import { PageTitle } from '../shared/page-title';
import { SignInCard } from '../features/sessions/sign-in-card';
import { useProductName } from '../shared/use-product-name';

/** The administrator's sign-in screen. */
export function AdminLoginPage() {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const name = useProductName();
  const [signIn, { loading }] = useMutation(SignInDocument, {
    refetchQueries: [],
    onError: () => showToast(toasts.adminSignInFailed),
    onCompleted: async () => {
      await apollo.clearStore();
      showToast(toasts.adminSignedIn(name));
      await navigate(paths.admin.href());
    },
  });
  return (
    <>
      <PageTitle title="Admin sign-in" />
      <SignInCard
        title={name}
        subtitle={signInMessages.masterAdminPortal}
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => showToast(toasts.adminFieldsMissing)}
      />
    </>
  );
}
