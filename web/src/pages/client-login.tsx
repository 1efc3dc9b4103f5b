import { useApolloClient, useMutation } from '@apollo/client/react';
import { Link, Text } from '@chakra-ui/react';
import { SignInClientDocument } from '../shared/graphql/generated';
import { Link as RouterLink, useNavigate } from 'react-router';
import { errorMessageOf } from '../shared/api-error';
import { paths } from '../shared/paths';
import { showToast } from '../ui/feedback/toaster';
import { toasts } from '../messages/toasts';
import { signInMessages } from '../messages/sign-in';
import { PageTitle } from '../shared/page-title';
import { SignInCard } from '../features/sessions/sign-in-card';
import { storeSession } from '../features/sessions/stored-session';
import { useProductName } from '../shared/use-product-name';

/** The client's sign-in screen, with a link to the administrator's. */
export function ClientLoginPage() {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const name = useProductName();
  const [signIn, { loading }] = useMutation(SignInClientDocument, {
    refetchQueries: [],
    onError: (error) => showToast(toasts.clientSignInFailed(errorMessageOf(error))),
    onCompleted: async ({ signInClient: client }) => {
      await apollo.clearStore();
      storeSession(client);
      showToast(toasts.clientSignedIn(client.businessName));
      await navigate(paths.clientDashboard.href(client.id));
    },
  });
  return (
    <>
      <PageTitle title="Sign in" />
      <SignInCard
        title="Client Login"
        subtitle={`Your campaigns and leads on ${name}`}
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => showToast(toasts.clientFieldsMissing)}
      >
        <Text textAlign="center" textStyle="sm" color="fg.muted">
          Are you an administrator?{' '}
          <Link asChild color="brand.fg" textDecoration="underline">
            <RouterLink to={paths.adminLogin.href()}>{signInMessages.adminLogin}</RouterLink>
          </Link>
        </Text>
      </SignInCard>
    </>
  );
}
