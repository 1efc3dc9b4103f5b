import { useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AddPasskeyDocument, BeginPasskeyDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { FormField } from '../../../ui/form/form-field';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';

interface AddPasskeyDialogProps {
  onAdded: () => void;
  onClose: () => void;
}

/** Asks for a name, lets the browser create a passkey and stores it. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } });
  const [begin] = useMutation(BeginPasskeyDocument, { fetchPolicy: 'no-cache' });
  const [add] = useMutation(AddPasskeyDocument);
  const create = async (name: string) => {
    setBusy(true);
    try {
      const { data } = await begin();
      const { startRegistration } = await import('@simplewebauthn/browser');
      const request = data!.beginPasskey;
      const response = await startRegistration({ optionsJSON: request.options as never });
      await add({ variables: { challenge: request.challenge, name, response: { ...response } } });
      onAdded();
    } catch (error) {
      showToast(securityToasts.passkeyFailed(errorMessageOf(error)));
      setBusy(false);
    }
  };
  const submit = handleSubmit(({ name }) => create(name.trim()));
  return (
    <FormDialog
      title={securityMessages.addPasskey}
      description={securityMessages.addPasskeyHint}
      submitLabel={securityMessages.addPasskey}
      busy={isBusy}
      isUnsaved={formState.isDirty}
      size="md"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField
        label={securityMessages.passkeyName}
        required
        hint={securityMessages.passkeyNameHint}
        error={formState.errors.name?.message}
      >
        <Input
          {...register('name', { validate: (value) => value.trim() !== '' || securityMessages.enterPasskeyName })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
      </FormField>
    </FormDialog>
  );
}
