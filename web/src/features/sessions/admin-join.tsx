import { useApolloClient, useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { AcceptAdminInvitationDocument } from '../../shared/graphql/generated';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { fieldsOf, messageOf } from '../../shared/api-error';
import { paths } from '../../shared/paths';
import { BusyButton } from '../../ui/button/busy-button';
import { FormField } from '../../ui/form/form-field';
import { showFieldErrors } from '../../ui/form/form-errors';
import { MessageScreen } from '../../ui/layout/status-page';
import { notify } from '../../ui/feedback/toaster';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';
import { notices } from '../../messages/toasts';
import { signInWords } from '../../messages/sign-in';
import { CardScreen } from './auth-layout';
import { NewPasswordFields } from './new-password-fields';
import { ScreenTitle } from '../../shared/page-title';
import { useProductName } from '../../shared/use-product-name';

const blank = { username: '', newPassword: '', repeat: '' };

/** Accepts an administrator invitation: the invited person chooses a username and a password. */
export function AdminJoin({ token }: { token: string }) {
  const apollo = useApolloClient();
  const navigate = useNavigate();
  const name = useProductName();
  const form = useForm({ defaultValues: blank });
  const { errors } = form.formState;
  const [accept, { loading }] = useMutation(AcceptAdminInvitationDocument, {
    refetchQueries: [],
    onError: (error) => {
      const { password, ...fields } = fieldsOf(error);
      showFieldErrors({ ...fields, ...(password ? { newPassword: password } : {}) }, form.setError);
      notify(accountNotices.joinFailed(messageOf(error)));
    },
    onCompleted: async () => {
      await apollo.clearStore();
      notify(notices.adminSignedIn(name));
      await navigate(paths.admin.href(), { replace: true });
    },
  });
  if (!token) return <MessageScreen title={accountWords.noInvitation}>{accountWords.noInvitationText}</MessageScreen>;
  const submit = form.handleSubmit(
    ({ username, newPassword }) =>
      void accept({ variables: { token, username: username.trim(), password: newPassword } }),
  );
  return (
    <>
      <ScreenTitle title={accountWords.joinTitle} />
      <CardScreen
        title={accountWords.joinTitle}
        subtitle={accountWords.joinHint(name)}
        onSubmit={(event) => void submit(event)}
      >
        <FormField label={signInWords.username} required error={errors.username?.message}>
          <Input
            {...form.register('username', { validate: (value) => value.trim() !== '' || accountWords.enterUsername })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormField>
        <NewPasswordFields form={form} />
        <BusyButton type="submit" width="full" disabled={loading}>
          {loading ? accountWords.joining : accountWords.join}
        </BusyButton>
      </CardScreen>
    </>
  );
}
