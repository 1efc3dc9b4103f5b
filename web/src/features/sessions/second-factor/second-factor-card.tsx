import { useMutation } from '@apollo/client/react';
import { Button, Input } from '@chakra-ui/react';
import { Fingerprint } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { FinishSignInDocument } from '../../../shared/graphql/generated';
import { errorMessageOf, type SecondFactorRequest } from '../../../shared/api-error';
import { BusyButton } from '../../../ui/button/busy-button';
import { showToast } from '../../../ui/feedback/toaster';
import { FormField } from '../../../ui/form/form-field';
import { secondFactorMessages } from '../../../messages/sign-in';
import { securityToasts } from '../../../messages/security-toasts';
import { AuthLayout } from '../auth-layout';
import { usePasskeySignIn } from './use-passkey-sign-in';
import { useWelcome } from './use-welcome';

interface SecondFactorCardProps {
  request: SecondFactorRequest;
  onStartAgain: () => void;
}

/** The second step of a sign-in: a code or a passkey after a correct password. */
export function SecondFactorCard({ request: { challenge, methods }, onStartAgain }: SecondFactorCardProps) {
  const welcome = useWelcome();
  const passkey = usePasskeySignIn(welcome);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const [finish, { loading }] = useMutation(FinishSignInDocument, {
    onCompleted: ({ finishSignIn }) => welcome(finishSignIn),
    onError: (error) => showToast(securityToasts.codeFailed(errorMessageOf(error))),
  });
  const submit = handleSubmit(({ code }) => void finish({ variables: { challenge, code: code.trim() } }));
  return (
    <AuthLayout
      title={secondFactorMessages.title}
      subtitle={secondFactorMessages.subtitle}
      onSubmit={(event) => void submit(event)}
    >
      <FormField label={secondFactorMessages.code} required error={formState.errors.code?.message}>
        <Input
          {...register('code', { required: secondFactorMessages.enterCode })}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of the step that the user asked for
          autoFocus
        />
      </FormField>
      <BusyButton type="submit" width="full" loading={loading}>
        {secondFactorMessages.continue}
      </BusyButton>
      {methods.includes('passkey') && (
        <BusyButton
          variant="outline"
          width="full"
          loading={passkey.isBusy}
          onClick={() => void passkey.signIn(challenge)}
        >
          <Fingerprint aria-hidden="true" /> {secondFactorMessages.usePasskey}
        </BusyButton>
      )}
      <Button variant="ghost" colorPalette="gray" size="sm" onClick={onStartAgain}>
        {secondFactorMessages.startAgain}
      </Button>
    </AuthLayout>
  );
}
