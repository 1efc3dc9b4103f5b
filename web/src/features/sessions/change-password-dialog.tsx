import { useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { ChangePasswordDocument } from '../../shared/graphql/generated';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf, errorMessageOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showFieldErrors } from '../../ui/form/form-errors';
import { showToast } from '../../ui/feedback/toaster';
import { accountToasts } from '../../messages/account-toasts';
import { accountMessages } from '../../messages/accounts';
import { NewPasswordFields } from './new-password-fields';

const blank = { currentPassword: '', newPassword: '', repeat: '' };

/** Changes the signed-in user's password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: blank });
  const { errors, isDirty } = form.formState;
  const [changePassword, { loading }] = useMutation(ChangePasswordDocument, {
    onCompleted: () => {
      showToast(accountToasts.passwordChanged);
      onClose();
    },
    onError: (error) => {
      showFieldErrors(fieldErrorsOf(error), form.setError);
      showToast(accountToasts.passwordChangeFailed(errorMessageOf(error)));
    },
  });
  const submit = form.handleSubmit(
    ({ currentPassword, newPassword }) => void changePassword({ variables: { currentPassword, newPassword } }),
  );
  return (
    <FormDialog
      title={accountMessages.changePassword}
      description={accountMessages.changePasswordHint}
      submitLabel={accountMessages.changePassword}
      busy={loading}
      isUnsaved={isDirty}
      size="md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="4">
        <FormField label={accountMessages.currentPassword} required error={errors.currentPassword?.message}>
          <Input
            {...form.register('currentPassword', { required: accountMessages.enterCurrent })}
            type="password"
            autoComplete="current-password"
          />
        </FormField>
        <NewPasswordFields form={form} />
      </Stack>
    </FormDialog>
  );
}
