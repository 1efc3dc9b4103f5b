import { Input } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { BusyButton } from '../../ui/button/busy-button';
import { FormField } from '../../ui/form/form-field';
import { signInMessages } from '../../messages/sign-in';
import { AuthLayout } from './auth-layout';
import { PasskeySignInButton } from './second-factor/passkey-sign-in-button';

/** The values of the sign-in form. */
export interface Credentials {
  username: string;
  password: string;
}

interface SignInCardProps {
  title: string;
  subtitle: string;
  busy: boolean;
  onSubmit: (credentials: Credentials) => void;
  onMissing: () => void;
  children?: ReactNode;
}

/** The card of both sign-in screens. It submits only when both fields are filled in. */
export function SignInCard({ title, subtitle, busy, onSubmit, onMissing, children }: SignInCardProps) {
  const { register, handleSubmit } = useForm<Credentials>({ defaultValues: { username: '', password: '' } });
  const submit = handleSubmit(({ username, password }) =>
    username.trim() && password ? onSubmit({ username: username.trim(), password }) : onMissing(),
  );
  return (
    <AuthLayout title={title} subtitle={subtitle} footer={children} onSubmit={(event) => void submit(event)}>
      <FormField label={signInMessages.username} required>
        <Input
          {...register('username')}
          placeholder={signInMessages.enterUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <FormField label={signInMessages.password} required>
        <Input
          {...register('password')}
          type="password"
          placeholder={signInMessages.enterPassword}
          autoComplete="current-password"
        />
      </FormField>
      <BusyButton type="submit" width="full" disabled={busy}>
        {busy ? signInMessages.signingIn : signInMessages.signIn}
      </BusyButton>
      <PasskeySignInButton />
    </AuthLayout>
  );
}
