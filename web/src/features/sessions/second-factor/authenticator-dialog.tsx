import { useMutation } from '@apollo/client/react';
import { Center, Code, Image, Input, Stack, Text } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { type BeginAuthenticatorMutation, ConfirmAuthenticatorDocument } from '../../../shared/graphql/generated';
import { errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { showFieldErrors } from '../../../ui/form/form-errors';
import { FormField } from '../../../ui/form/form-field';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';

interface AuthenticatorDialogProps {
  setup: BeginAuthenticatorMutation['beginAuthenticator'];
  onConfirmed: () => void;
  onClose: () => void;
}

/** Shows the key of an authenticator app once and asks for the app's first code. */
export function AuthenticatorDialog({ setup: { secret, qrCode }, onConfirmed, onClose }: AuthenticatorDialogProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const [confirm, { loading }] = useMutation(ConfirmAuthenticatorDocument, {
    onCompleted: onConfirmed,
    onError: (error) => {
      showFieldErrors(fieldErrorsOf(error), form.setError);
      showToast(securityToasts.failed(errorMessageOf(error)));
    },
  });
  const submit = form.handleSubmit(({ code }) => void confirm({ variables: { code: code.replace(/\s/g, '') } }));
  return (
    <FormDialog
      title={securityMessages.setUpAuthenticator}
      description={securityMessages.scanQrCode}
      submitLabel={securityMessages.confirm}
      busy={loading}
      isUnsaved={form.formState.isDirty}
      size="md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="4">
        <Center>
          {/* Scanners need dark modules on a light ground, also in the dark theme. */}
          <Image src={qrCode} alt={securityMessages.qrCodeLabel} bg="white" borderRadius="l2" boxSize="12rem" />
        </Center>
        <Stack gap="1">
          <Text textStyle="sm" fontWeight="medium">
            {securityMessages.secretLabel}
          </Text>
          <Code
            aria-label={securityMessages.secretLabel}
            role="textbox"
            aria-readonly="true"
            tabIndex={0}
            bg="bg.muted"
            padding="2"
            borderRadius="l2"
            overflowWrap="anywhere"
            userSelect="all"
          >
            {secret}
          </Code>
        </Stack>
        <FormField label={securityMessages.firstCode} required error={form.formState.errors.code?.message}>
          <Input
            {...form.register('code', {
              validate: (value) => /^\d{6}$/.test(value.replace(/\s/g, '')) || securityMessages.enterSixDigits,
            })}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
