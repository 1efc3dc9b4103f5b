import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { BeginPasskeySignInDocument, FinishSignInDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { showToast } from '../../../ui/feedback/toaster';
import { securityToasts } from '../../../messages/security-toasts';
import type { SignedIn } from './use-welcome';

/**
 * Returns a function that signs in with a passkey: as the second factor if a challenge is given, and otherwise without a
 * password. Failures are shown in a toast.
 */
export function usePasskeySignIn(onSignedIn: (signedIn: SignedIn) => Promise<void> | void) {
  const [isBusy, setBusy] = useState(false);
  const [begin] = useMutation(BeginPasskeySignInDocument, { fetchPolicy: 'no-cache' });
  const [finish] = useMutation(FinishSignInDocument);
  const signIn = async (challenge: string | null) => {
    setBusy(true);
    try {
      const { data } = await begin({ variables: { challenge } });
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const request = data!.beginPasskeySignIn;
      const passkey = await startAuthentication({ optionsJSON: request.options as never });
      const finished = await finish({ variables: { challenge: request.challenge, passkey: { ...passkey } } });
      await onSignedIn(finished.data!.finishSignIn);
    } catch (error) {
      showToast(securityToasts.passkeySignInFailed(errorMessageOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, signIn };
}
