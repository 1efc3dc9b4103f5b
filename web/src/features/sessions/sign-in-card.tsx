import { Input } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
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
  // The browser's own form is enough here, and the first screen loads less.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [username, password] = [String(values.get('username')).trim(), String(values.get('password'))];
    if (username && password) onSubmit({ username, password });
    else onMissing();
  };
  return (
    <AuthLayout title={title} subtitle={subtitle} footer={children} onSubmit={submit}>
      <FormField label={signInMessages.username} required>
        <Input
          name="username"
          placeholder={signInMessages.enterUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <FormField label={signInMessages.password} required>
        <Input
          name="password"
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
