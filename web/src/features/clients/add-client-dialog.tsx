import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { CreateClientDocument } from '../../shared/graphql/generated';
import { useEffect, useState } from 'react';
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors, hasMissingValue } from '../../ui/form/form-errors';
import { SwitchField } from '../../ui/form/switch-field';
import { showToast } from '../../ui/feedback/toaster';
import { consoleMessages } from '../../messages/admin-console';
import { toasts } from '../../messages/toasts';
import { ContactFields } from './contact-fields';
import { LoginFields } from './login-fields';
import { generatePassword, proposeUsername } from './propose-login';
import { ReadOnlyLinkField } from './read-only-link-field';

const blank = {
  businessName: '',
  contactEmail: '',
  notificationPhone: '',
  authEnabled: true,
  linkReadOnly: false,
  username: '',
  password: '',
};

/** Creates a client, with a generated password unless its login is turned off. */
export function AddClientDialog({ onClose }: { onClose: () => void }) {
  const [defaultValues] = useState(() => ({ ...blank, password: generatePassword() }));
  const form = useForm({ defaultValues });
  const { control, formState, getValues, handleSubmit, setError, setValue } = form;
  const authEnabled = useWatch({ control, name: 'authEnabled' });
  const businessName = useWatch({ control, name: 'businessName' });
  const isUsernameEntered = formState.dirtyFields.username === true;
  useEffect(() => {
    if (!isUsernameEntered) setValue('username', proposeUsername(businessName));
  }, [businessName, isUsernameEntered, setValue]);
  const [createClient, { loading }] = useMutation(CreateClientDocument, {
    onCompleted: () => {
      showToast(toasts.clientCreated);
      onClose();
    },
    onError: (error) => {
      showFieldErrors(fieldErrorsOf(error), setError);
      showToast(toasts.clientCreateFailed);
    },
  });
  const submit = handleSubmit(
    ({ username, password, ...client }) =>
      void createClient({
        variables: { input: client.authEnabled ? { ...client, username: username.trim(), password } : client },
      }),
    (errors) => hasMissingValue(getValues(), errors) && showToast(toasts.requiredFieldsMissing),
  );
  return (
    <FormDialog
      title={consoleMessages.addClient}
      description="Each client has its own campaigns, leads and dashboard."
      submitLabel={consoleMessages.addClient}
      busy={loading}
      onSubmit={() => void submit()}
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
