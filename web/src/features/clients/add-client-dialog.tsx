import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { CreateClientDocument } from '../../shared/graphql/generated';
import { useEffect, useState } from 'react';
import { Controller, FormProvider, useWatch } from 'react-hook-form';
import { useSave } from '../../shared/use-save';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { hasMissingValue } from '../../ui/form/form-errors';
import { SwitchField } from '../../ui/form/switch-field';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { consoleMessages } from '../../messages/admin-console';
import { toasts } from '../../messages/toasts';
import { newClientSchema } from './form/client-schema';
import type { ClientAccess } from './hand-over-dialog';
import { ContactFields } from './form/contact-fields';
import { LoginFields } from './form/login-fields';
import { generatePassword, proposeUsername } from './form/propose-login';
import { ReadOnlyLinkField } from './form/read-only-link-field';

const blank = {
  businessName: '',
  contactEmail: '',
  notificationPhone: '',
  authEnabled: true,
  linkReadOnly: false,
  username: '',
  password: '',
};

interface AddClientDialogProps {
  onCreated: (access: ClientAccess) => void;
  onClose: () => void;
}

/** Creates a client, with a generated password unless its login is turned off. */
export function AddClientDialog({ onCreated, onClose }: AddClientDialogProps) {
  const [defaultValues] = useState(() => ({ ...blank, password: generatePassword() }));
  const edit = useEditForm({ values: defaultValues, schema: newClientSchema });
  const { form } = edit;
  const { control, formState, getValues, setValue } = form;
  const authEnabled = useWatch({ control, name: 'authEnabled' });
  const businessName = useWatch({ control, name: 'businessName' });
  const isUsernameEntered = formState.dirtyFields.username === true;
  useEffect(() => {
    if (!isUsernameEntered) setValue('username', proposeUsername(businessName));
  }, [businessName, isUsernameEntered, setValue]);
  const [createClient] = useMutation(CreateClientDocument);
  const { submit, isSaving } = useSave({
    edit,
    send: async ({ values: { username, password, ...client } }) => {
      const login = client.authEnabled ? { username: username.trim(), password } : undefined;
      const { data } = await createClient({ variables: { input: { ...client, ...login } } });
      return { client: data!.createClient, login };
    },
    onSaved: (created) => {
      showToast(toasts.clientCreated);
      onCreated(created!);
      onClose();
    },
    onFailed: () => showToast(toasts.clientCreateFailed),
    onInvalid: (errors) => hasMissingValue(getValues(), errors) && showToast(toasts.requiredFieldsMissing),
  });
  return (
    <FormDialog
      title={consoleMessages.addClient}
      description="Each client has its own campaigns, leads and dashboard."
      submitLabel={consoleMessages.addClient}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Stack gap="4">
          <ContactFields />
          <Controller
            control={control}
            name="authEnabled"
            render={({ field }) => (
              <SwitchField
                label={consoleMessages.enableLogin}
                hint="The client signs in to open its dashboard. When off, anyone with the dashboard link can open it."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
          {authEnabled ? <LoginFields passwordRequired isGenerated /> : <ReadOnlyLinkField />}
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
