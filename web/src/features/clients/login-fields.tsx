import { Input, SimpleGrid } from '@chakra-ui/react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { accountWords } from '../../messages/accounts';
import { signInWords } from '../../messages/sign-in';

interface LoginValues {
  username: string;
  password: string;
}

interface LoginFieldsProps {
  /** A client that can already sign in keeps its password when the field is left blank. */
  passwordRequired: boolean;
}

const length = (value: string) =>
  value === '' ||
  (value.length >= MIN_PASSWORD_LENGTH && value.length <= MAX_PASSWORD_LENGTH) ||
  accountWords.passwordLength(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH);

/** Username and password of a client whose login is enabled. */
export function LoginFields({ passwordRequired }: LoginFieldsProps) {
  const { register, formState } = useFormContext<LoginValues>();
  const { errors } = formState;
  const hint = passwordRequired
    ? `At least ${MIN_PASSWORD_LENGTH} characters.`
    : 'Leave blank to keep the current password.';
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      <FormField label={signInWords.username} required error={errors.username?.message}>
        <Input
          {...register('username', { required: accountWords.enterUsername })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <FormField label={signInWords.password} required={passwordRequired} error={errors.password?.message} hint={hint}>
        <Input
          {...register('password', { required: passwordRequired && accountWords.enterPassword, validate: length })}
          type="password"
          autoComplete="new-password"
        />
      </FormField>
    </SimpleGrid>
  );
}
