import { useMutation, useQuery } from '@apollo/client/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Text } from '@chakra-ui/react';
import { SignInClientDocument, ViewerDocument } from '../shared/graphql/generated';
import { Link as RouterLink, Navigate, useLocation } from 'react-router';
import { errorMessageOf, type SecondFactorRequest, secondFactorOf } from '../shared/api-error';
import { paths } from '../shared/paths';
import { isScreenOf, returnPathIn } from '../shared/return-path';
import { PageLoading } from '../app/page-loading';
import { storeSession } from '../features/sessions/stored-session';
import { showToast } from '../ui/feedback/toaster';
import { toasts } from '../messages/toasts';
import { signInMessages } from '../messages/sign-in';
import { useProduct, useProductName } from '../shared/product/product';
import { PageTitle } from '../shared/product/page-title';
import { useWelcome } from '../features/sessions/second-factor/use-welcome';
import { SignInCard } from '../features/sessions/sign-in-card';

// Loaded on demand because most accounts sign in without it.
const SecondFactorCard = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/second-factor-card')).SecondFactorCard,
}));

/** The client's sign-in screen. A client that is already signed in, perhaps in another tab, goes to its own screen. */
export function ClientLoginPage() {
  const { pathname, search } = useLocation();
  // At `/` it was just looked up. Elsewhere the cache may be that of the session that has ended.
  const fetchPolicy = pathname === paths.home.href() ? 'cache-first' : 'network-only';
  const { data, loading } = useQuery(ViewerDocument, { fetchPolicy });
  const client = data?.viewer.client;
  const next = returnPathIn(search, location.origin);
  // The address may be that of another client, which asks for its own sign-in.
  const goesOn = client && (next === null || isScreenOf(client.id, next)) ? client : null;
  useEffect(() => void (goesOn && storeSession(goesOn)), [goesOn]);
  if (loading) return <PageLoading />;
  if (goesOn) return <Navigate to={next ?? paths.clientDashboard.href(goesOn.id)} replace />;
  return <ClientSignIn />;
}

/** The client's sign-in form, with a link to the administrator's. */
function ClientSignIn() {
  const [secondFactor, setSecondFactor] = useState<SecondFactorRequest | null>(null);
  const welcome = useWelcome();
  const name = useProductName();
  const isBranded = useProduct()?.brand != null;
  const [signIn, { loading }] = useMutation(SignInClientDocument, {
    onError: (error) => {
      setSecondFactor(secondFactorOf(error));
      if (!secondFactorOf(error)) showToast(toasts.clientSignInFailed(errorMessageOf(error)));
    },
    onCompleted: ({ signInClient: client }) => welcome({ client }),
  });
  if (secondFactor)
    return (
      <Suspense>
        <SecondFactorCard request={secondFactor} onStartAgain={() => setSecondFactor(null)} />
      </Suspense>
    );
  return (
    <>
      <PageTitle title="Sign in" />
      <SignInCard
        title="Client Login"
        subtitle={name ? `Your campaigns and leads on ${name}` : 'Your campaigns and leads'}
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => showToast(toasts.clientFieldsMissing)}
      >
        <Text textAlign="center" textStyle="sm" color="fg.muted">
          {signInMessages.clientForgotPassword}
        </Text>
        {!isBranded && (
          <Text textAlign="center" textStyle="sm" color="fg.muted">
            Are you an administrator?{' '}
            <Link asChild color="brand.fg" textDecoration="underline">
              <RouterLink to={paths.adminLogin.href()} reloadDocument={name === ''}>
                {signInMessages.adminLogin}
              </RouterLink>
            </Link>
          </Text>
        )}
      </SignInCard>
    </>
  );
}
