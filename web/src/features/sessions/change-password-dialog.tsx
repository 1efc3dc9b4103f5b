import { useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { ChangePasswordDocument } from '../../shared/graphql/generated';
import { useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showFieldErrors } from '../../ui/form/form-errors';
import { notify } from '../../ui/feedback/toaster';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';
import { NewPasswordFields } from './new-password-fields';

const blank = { currentPassword: '', newPassword: '', repeat: '' };

/** Changes the signed-in user's password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: blank });
  const { errors } = form.formState;
  const [changePassword, { loading }] = useMutation(ChangePasswordDocument, {
    onCompleted: () => {
      notify(accountNotices.passwordChanged);
      onClose();
    },
    onError: (error) => {
      showFieldErrors(fieldsOf(error), form.setError);
      notify(accountNotices.passwordChangeFailed(messageOf(error)));
    },
  });
  const submit = form.handleSubmit(
    ({ currentPassword, newPassword }) => void changePassword({ variables: { currentPassword, newPassword } }),
  );
  return (
    <FormDialog
      title={accountWords.changePassword}
      description={accountWords.changePasswordHint}
      submitLabel={accountWords.changePassword}
      busy={loading}
      size="md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="4">
        <FormField label={accountWords.currentPassword} required error={errors.currentPassword?.message}>
          <Input
            {...form.register('currentPassword', { required: accountWords.enterCurrent })}
            type="password"
            autoComplete="current-password"
          />
        </FormField>
        <NewPasswordFields form={form} />
      </Stack>
    </FormDialog>
  );
}
