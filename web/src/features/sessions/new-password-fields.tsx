import { Input } from '@chakra-ui/react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import type { Path, UseFormReturn } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { accountMessages } from '../../messages/accounts';

interface NewPassword {
  newPassword: string;
  repeat: string;
}

const validatePassword = (value: string) => {
  if (value === '') return accountMessages.enterPassword;
  const fits = value.length >= MIN_PASSWORD_LENGTH && value.length <= MAX_PASSWORD_LENGTH;
  return fits || accountMessages.passwordLength(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH);
};

/** The fields for a new password and its confirmation. The server checks further rules, such as common passwords. */
export function NewPasswordFields<Values extends NewPassword>({ form }: { form: UseFormReturn<Values> }) {
  const { errors } = form.formState;
  const [first, second] = ['newPassword', 'repeat'] as [Path<Values>, Path<Values>];
  const messageAt = (name: keyof NewPassword) =>
    (errors as Partial<Record<keyof NewPassword, { message?: string }>>)[name]?.message;
  return (
    <>
      <FormField
        label={accountMessages.newPassword}
        required
        error={messageAt('newPassword')}
        hint={accountMessages.passwordHint(MIN_PASSWORD_LENGTH)}
      >
        <Input {...form.register(first, { validate: validatePassword })} type="password" autoComplete="new-password" />
      </FormField>
      <FormField label={accountMessages.confirmPassword} required error={messageAt('repeat')}>
        <Input
          {...form.register(second, {
            validate: (value, { newPassword }) => value === newPassword || accountMessages.passwordsDiffer,
          })}
          type="password"
          autoComplete="new-password"
        />
      </FormField>
    </>
  );
}
