import { Button, Input, SimpleGrid } from '@chakra-ui/react';
import { MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { Copy } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { copyText } from '../../../shared/clipboard/copy-text';
import { showToast } from '../../../ui/feedback/toaster';
import { FormField } from '../../../ui/form/form-field';
import { accountToasts } from '../../../messages/account-toasts';
import { signInMessages } from '../../../messages/sign-in';

interface LoginValues {
  username: string;
  password: string;
}

interface LoginFieldsProps {
  /** False for a client that already has a password; a blank field then keeps it. */
  passwordRequired: boolean;
  /** Whether the password was generated. It is shown and can be copied. */
  isGenerated?: boolean;
}

/** The username and password fields of a client whose login is enabled. */
export function LoginFields({ passwordRequired, isGenerated = false }: LoginFieldsProps) {
  const { register, formState, getValues } = useFormContext<LoginValues>();
  const { errors } = formState;
  const hint = isGenerated
    ? 'Copy it for the client. It is not shown again.'
    : passwordRequired
      ? `At least ${MIN_PASSWORD_LENGTH} characters.`
      : 'Leave blank to keep the current password.';
  const copy = async () =>
    showToast(
      (await copyText(getValues('password'))) ? accountToasts.passwordCopied : accountToasts.passwordCopyFailed,
    );
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      <FormField label={signInMessages.username} required error={errors.username?.message}>
        <Input {...register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </FormField>
      <FormField
        label={signInMessages.password}
        required={passwordRequired}
        error={errors.password?.message}
        hint={hint}
      >
        <Input
          {...register('password')}
          type={isGenerated ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
        />
      </FormField>
      {isGenerated && (
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          gridColumn={{ sm: '2' }}
          justifySelf="start"
          onClick={() => void copy()}
        >
          <Copy aria-hidden="true" /> Copy password
        </Button>
      )}
    </SimpleGrid>
  );
}
