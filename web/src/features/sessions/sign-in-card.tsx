import { Card, Center, Heading, Input, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { BusyButton } from '../../ui/busy-button';
import { ColorModeButton } from '../../ui/color-mode';
import { FormField } from '../../ui/form-field';
import { Mark } from '../../ui/mark';
import { signInWords } from '../../words/sign-in';

/** What a sign-in form collects. */
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

/** The card of both sign-ins: nothing is sent until both fields are filled in. */
export function SignInCard({ title, subtitle, busy, onSubmit, onMissing, children }: SignInCardProps) {
  const { register, handleSubmit } = useForm<Credentials>({ defaultValues: { username: '', password: '' } });
  const submit = handleSubmit(({ username, password }) =>
    username.trim() && password ? onSubmit({ username: username.trim(), password }) : onMissing(),
  );
  return (
    <Center as="main" minHeight="100dvh" padding="4" position="relative">
      <Stack position="absolute" top="4" right="4">
        <ColorModeButton />
      </Stack>
      <Stack width="full" maxWidth="24rem" gap="5">
        <Card.Root borderRadius="l3" shadow="float" borderWidth="0">
          <Card.Body padding={{ base: '6', sm: '8' }}>
            <form noValidate onSubmit={(event) => void submit(event)}>
              <Stack gap="5">
                <Stack align="center" gap="3" textAlign="center" marginBottom="1">
                  <Mark size={48} />
                  <Stack gap="0.5">
                    <Heading as="h1" size="2xl">
                      {title}
                    </Heading>
                    <Text color="fg.muted" textWrap="balance">
                      {subtitle}
                    </Text>
                  </Stack>
                </Stack>
                <FormField label={signInWords.username} required>
                  <Input
                    {...register('username')}
                    placeholder={signInWords.enterUsername}
                    autoComplete="username"
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                </FormField>
                <FormField label={signInWords.password} required>
                  <Input
                    {...register('password')}
                    type="password"
                    placeholder={signInWords.enterPassword}
                    autoComplete="current-password"
                  />
                </FormField>
                <BusyButton type="submit" width="full" disabled={busy}>
                  {busy ? signInWords.signingIn : signInWords.signIn}
                </BusyButton>
              </Stack>
            </form>
          </Card.Body>
        </Card.Root>
        {children}
      </Stack>
    </Center>
  );
}
