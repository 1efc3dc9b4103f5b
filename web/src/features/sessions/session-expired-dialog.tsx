import { useApolloClient, useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { FinishSignInDocument, SignInClientDocument, SignInDocument } from '../../shared/graphql/generated';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { errorMessageOf, type SecondFactorRequest, secondFactorOf } from '../../shared/api-error';
import { paths, signInPathOf } from '../../shared/paths';
import { signInToReturn } from '../../shared/return-path';
import { useSessionRole } from '../../shared/session-role';
import { BusyButton } from '../../ui/button/busy-button';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showToast } from '../../ui/feedback/toaster';
import { accountMessages } from '../../messages/accounts';
import { securityToasts } from '../../messages/security-toasts';
import { toasts } from '../../messages/toasts';
import { secondFactorMessages, signInMessages } from '../../messages/sign-in';
import { usePasskeySignIn } from './second-factor/use-passkey-sign-in';
import type { SignedIn } from './second-factor/use-welcome';
import type { SignInAgain } from './session-expired-event';
import { clearSession, storedClientId, storeSession } from './stored-session';

interface SessionExpiredDialogProps {
  reason: SignInAgain['reason'];
  onClose: (isSignedIn: boolean) => void;
}

/** Signs in without leaving the current screen. Cancelling leads to the sign-in screen if the session has expired. */
export function SessionExpiredDialog({ reason, onClose }: SessionExpiredDialogProps) {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const here = useLocation();
  const previousClientId = storedClientId();
  const role = useSessionRole();
  const isClient = role === 'client';
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: '', password: '', code: '' } });
  const [secondFactor, setSecondFactor] = useState<SecondFactorRequest | null>(null);
  const signedIn = async ({ client: signedInClient }: Partial<SignedIn>) => {
    // A passkey may belong to an account of the other role, as which this screen does not act.
    if (isClient !== Boolean(signedInClient))
      return showToast(isClient ? toasts.clientSignInFailed() : toasts.adminSignInFailed);
    if (signedInClient) storeSession(signedInClient);
    onClose(true);
    if (!signedInClient || previousClientId === null || signedInClient.id === previousClientId) return;
    // A different client signed in and must not see the previous client's screen.
    await navigate(paths.clientDashboard.href(signedInClient.id), { replace: true });
    await apollo.clearStore();
  };
  const passkey = usePasskeySignIn(signedIn);
  const [signIn, admin] = useMutation(SignInDocument, {
    onError: (error) => {
      setSecondFactor(secondFactorOf(error));
      if (!secondFactorOf(error)) showToast(toasts.adminSignInFailed);
    },
    onCompleted: () => onClose(true),
  });
  const [signInClient, client] = useMutation(SignInClientDocument, {
    onError: (error) => {
      setSecondFactor(secondFactorOf(error));
      if (!secondFactorOf(error)) showToast(toasts.clientSignInFailed(errorMessageOf(error)));
    },
    onCompleted: ({ signInClient: signedInClient }) => signedIn({ client: signedInClient }),
  });
  const [finish, finishing] = useMutation(FinishSignInDocument, {
    onError: (error) => showToast(securityToasts.codeFailed(errorMessageOf(error))),
    onCompleted: ({ finishSignIn }) => signedIn(finishSignIn),
  });
  const cancel = () => {
    onClose(false);
    if (reason === 'sensitive') return;
    void Promise.resolve(navigate(signInToReturn(signInPathOf(role), here), { replace: true })).then(() => {
      if (isClient) clearSession();
      // Another account may sign in next.
      return apollo.clearStore();
    });
  };
  const submit = handleSubmit(({ username, password, code }) => {
    if (secondFactor) return void finish({ variables: { challenge: secondFactor.challenge, code: code.trim() } });
    const variables = { username: username.trim(), password };
    return void (isClient ? signInClient({ variables }) : signIn({ variables }));
  });
  return (
    <FormDialog
      title={reason === 'expired' ? accountMessages.sessionExpired : accountMessages.recentSignIn}
      description={reason === 'expired' ? accountMessages.sessionExpiredText : accountMessages.recentSignInText}
      submitLabel={signInMessages.signIn}
      busy={admin.loading || client.loading || finishing.loading}
      isUnsaved={false}
      size="md"
      onSubmit={() => void submit()}
      onClose={cancel}
    >
      <Stack gap="4">
        {secondFactor && (
          <FormField
            label={secondFactorMessages.code}
            required
            hint={secondFactorMessages.subtitle}
            error={formState.errors.code?.message}
          >
            <Input
              {...register('code', { required: secondFactorMessages.enterCode })}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          </FormField>
        )}
        {(!secondFactor || secondFactor.methods.includes('passkey')) && (
          <BusyButton
            variant="outline"
            loading={passkey.isBusy}
            onClick={() => void passkey.signIn(secondFactor?.challenge ?? null)}
          >
            <Fingerprint aria-hidden="true" /> {secondFactorMessages.usePasskey}
          </BusyButton>
        )}
        <FormField label={signInMessages.username} required error={formState.errors.username?.message}>
          <Input
            {...register('username', { required: accountMessages.enterUsername })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
        <FormField label={signInMessages.password} required error={formState.errors.password?.message}>
          <Input
            {...register('password', { required: accountMessages.enterPassword })}
            type="password"
            autoComplete="current-password"
          />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
