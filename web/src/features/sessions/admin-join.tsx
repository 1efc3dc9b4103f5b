import { useApolloClient, useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { AcceptAdminInvitationDocument } from '@dripline/contract/generated';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { fieldsOf, messageOf } from '../../failure';
import { paths } from '../../paths';
import { BusyButton } from '../../ui/busy-button';
import { FormField } from '../../ui/form-field';
import { showFieldErrors } from '../../ui/form-errors';
import { MessageScreen } from '../../ui/message-screen';
import { notify } from '../../ui/toaster';
import { accountNotices } from '../../words/account-notices';
import { accountWords } from '../../words/accounts';
import { notices } from '../../words/notices';
import { signInWords } from '../../words/sign-in';
import { CardScreen } from './card-screen';
import { NewPasswordFields } from './new-password-fields';
import { ScreenTitle } from './screen-title';
import { useProductName } from './use-product-name';

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
