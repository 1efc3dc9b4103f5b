import { Input, SimpleGrid } from '@chakra-ui/react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { accountMessages } from '../../messages/accounts';
import { signInMessages } from '../../messages/sign-in';

interface LoginValues {
  username: string;
  password: string;
}

interface LoginFieldsProps {
  /** False for a client that already has a password; a blank field then keeps it. */
  passwordRequired: boolean;
}

const validLength = (value: string) =>
  value === '' ||
  (value.length >= MIN_PASSWORD_LENGTH && value.length <= MAX_PASSWORD_LENGTH) ||
  accountMessages.passwordLength(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH);

/** The username and password fields of a client whose login is enabled. */
export function LoginFields({ passwordRequired }: LoginFieldsProps) {
  const { register, formState } = useFormContext<LoginValues>();
  const { errors } = formState;
  const hint = passwordRequired
    ? `At least ${MIN_PASSWORD_LENGTH} characters.`
    : 'Leave blank to keep the current password.';
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      <FormField label={signInMessages.username} required error={errors.username?.message}>
        <Input
          {...register('username', { required: accountMessages.enterUsername })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <FormField
        label={signInMessages.password}
        required={passwordRequired}
        error={errors.password?.message}
        hint={hint}
      >
        <Input
          {...register('password', {
            required: passwordRequired && accountMessages.enterPassword,
            validate: validLength,
          })}
          type="password"
          autoComplete="new-password"
        />
      </FormField>
    </SimpleGrid>
  );
}
