import { useApolloClient, useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { AcceptAdminInvitationDocument } from '../shared/graphql/generated';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { fieldErrorsOf, errorMessageOf } from '../shared/api-error';
import { paths } from '../shared/paths';
import { BusyButton } from '../ui/button/busy-button';
import { FormField } from '../ui/form/form-field';
import { showFieldErrors } from '../ui/form/form-errors';
import { StatusPage } from '../ui/layout/status-page';
import { showToast } from '../ui/feedback/toaster';
import { accountToasts } from '../messages/account-toasts';
import { accountMessages } from '../messages/accounts';
import { toasts } from '../messages/toasts';
import { signInMessages } from '../messages/sign-in';
import { AuthLayout } from '../features/sessions/auth-layout';
import { NewPasswordFields } from '../features/sessions/new-password-fields';
import { PageTitle } from '../shared/product/page-title';
import { useProductName } from '../shared/product/product';

const blank = { username: '', newPassword: '', repeat: '' };

/** Accepts an administrator invitation: the invited person chooses a username and a password. */
export function AdminJoinPage() {
  const token = useLocation().hash.slice(1);
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const name = useProductName();
  const form = useForm({ defaultValues: blank });
  const { errors } = form.formState;
  const [accept, { loading }] = useMutation(AcceptAdminInvitationDocument, {
    onError: (error) => {
      const { password, ...fields } = fieldErrorsOf(error);
      showFieldErrors({ ...fields, ...(password ? { newPassword: password } : {}) }, form.setError);
      showToast(accountToasts.joinFailed(errorMessageOf(error)));
    },
    onCompleted: async () => {
      await apollo.clearStore();
      showToast(toasts.adminSignedIn(name));
      await navigate(paths.admin.href(), { replace: true });
    },
  });
  if (!token)
    return (
      <StatusPage title={accountMessages.invitationIncomplete}>{accountMessages.invitationIncompleteText}</StatusPage>
    );
  const submit = form.handleSubmit(
    ({ username, newPassword }) =>
      void accept({ variables: { token, username: username.trim(), password: newPassword } }),
  );
  return (
    <>
      <PageTitle title={accountMessages.joinTitle} />
      <AuthLayout
        title={accountMessages.joinTitle}
        subtitle={accountMessages.joinHint(name)}
        onSubmit={(event) => void submit(event)}
      >
        <FormField label={signInMessages.username} required error={errors.username?.message}>
          <Input
            {...form.register('username', {
              validate: (value) => value.trim() !== '' || accountMessages.enterUsername,
            })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
        <NewPasswordFields form={form} />
        <BusyButton type="submit" width="full" disabled={loading}>
          {loading ? accountMessages.joining : accountMessages.join}
        </BusyButton>
      </AuthLayout>
    </>
  );
}
