import { Text } from '@chakra-ui/react';
import { useMutation } from '@apollo/client/react';
import { lazy, Suspense, useState } from 'react';
import { SignInDocument } from '../shared/graphql/generated';
import { type SecondFactorRequest, secondFactorOf } from '../shared/api-error';
import { showToast } from '../ui/feedback/toaster';
import { toasts } from '../messages/toasts';
import { signInMessages } from '../messages/sign-in';
import { PageTitle } from '../shared/product/page-title';
import { useWelcome } from '../features/sessions/second-factor/use-welcome';
import { SignInCard } from '../features/sessions/sign-in-card';
import { useProductName } from '../shared/product/product';

// Loaded on demand because most accounts sign in without it.
const SecondFactorCard = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/second-factor-card')).SecondFactorCard,
}));

/** The administrator's sign-in screen. */
export function AdminLoginPage() {
  const [secondFactor, setSecondFactor] = useState<SecondFactorRequest | null>(null);
  const welcome = useWelcome();
  const name = useProductName();
  const [signIn, { loading }] = useMutation(SignInDocument, {
    onError: (error) => {
      setSecondFactor(secondFactorOf(error));
      if (!secondFactorOf(error)) showToast(toasts.adminSignInFailed);
    },
    onCompleted: ({ signIn: user }) => welcome({ user }),
  });
  if (secondFactor)
    return (
      <Suspense>
        <SecondFactorCard request={secondFactor} onStartAgain={() => setSecondFactor(null)} />
      </Suspense>
    );
  return (
    <>
      <PageTitle title="Admin sign-in" />
      <SignInCard
        title={name}
        subtitle={signInMessages.masterAdminPortal}
        busy={loading}
        onSubmit={(variables) => void signIn({ variables })}
        onMissing={() => showToast(toasts.adminFieldsMissing)}
      >
        <Text textAlign="center" textStyle="sm" color="fg.muted">
          {signInMessages.adminForgotPassword}
        </Text>
      </SignInCard>
    </>
  );
}
