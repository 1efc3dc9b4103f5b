import { useApolloClient, useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { SignInClientDocument, SignInDocument } from '../../shared/graphql/generated';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { errorMessageOf } from '../../shared/api-error';
import { paths, signInPathFor } from '../../shared/paths';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showToast } from '../../ui/feedback/toaster';
import { accountMessages } from '../../messages/accounts';
import { toasts } from '../../messages/toasts';
import { signInMessages } from '../../messages/sign-in';
import { clearSession, storedClientId, storeSession } from './stored-session';

/** Signs in without leaving the current screen. Cancelling leads to the sign-in screen. */
export function SessionExpiredDialog({ onClose }: { onClose: () => void }) {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const previousClientId = storedClientId();
  const signInPath = signInPathFor(pathname, previousClientId !== null);
  const isClient = signInPath === paths.clientLogin.href();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: '', password: '' } });
  const [signIn, admin] = useMutation(SignInDocument, {
    refetchQueries: [],
    onError: () => showToast(toasts.adminSignInFailed),
    onCompleted: onClose,
  });
  const [signInClient, client] = useMutation(SignInClientDocument, {
    refetchQueries: [],
    onError: (error) => showToast(toasts.clientSignInFailed(errorMessageOf(error))),
    onCompleted: async ({ signInClient: signedIn }) => {
      storeSession(signedIn);
      onClose();
      if (previousClientId === null || signedIn.id === previousClientId) return;
      // A different client signed in and must not see the previous client's screen.
      await navigate(paths.clientDashboard.href(signedIn.id), { replace: true });
      await apollo.clearStore();
    },
  });
  const cancel = () => {
    clearSession();
    onClose();
    void navigate(signInPath, { replace: true });
  };
  const submit = handleSubmit(({ username, password }) => {
    const variables = { username: username.trim(), password };
    void (isClient ? signInClient({ variables }) : signIn({ variables }));
  });
  return (
    <FormDialog
      title={accountMessages.sessionExpired}
      description={accountMessages.sessionExpiredText}
      submitLabel={signInMessages.signIn}
      busy={admin.loading || client.loading}
      size="md"
      onSubmit={() => void submit()}
      onClose={cancel}
    >
      <Stack gap="4">
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
