import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import {
  type ClientFieldsFragment,
  RemoveSenderDocument,
  type SenderInput,
  SetSenderDocument,
  UpdateClientDocument,
} from '../../shared/graphql/generated';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors, hasMissingValue } from '../../ui/form/form-errors';
import { showToast } from '../../ui/feedback/toaster';
import { consoleMessages } from '../../messages/admin-console';
import { toasts } from '../../messages/toasts';
import { AccessSection } from './access-section';
import { ContactFields } from './contact-fields';
import { type ClientFormValues, toFormValues, toUpdateInput } from './client-form-values';
import { FeatureSection } from './feature-section';
import { LimitSection } from './limit-section';
import { QuietHoursSection } from './quiet-hours-section';
import { SenderSection } from './sender-section';
import { toSenderInput } from './sender-values';

interface EditClientDialogProps {
  client: ClientFieldsFragment;
  onClose: () => void;
}

/** The client settings that only administrators can change. */
export function EditClientDialog({ client, onClose }: EditClientDialogProps) {
  const form = useForm<ClientFormValues>({ defaultValues: toFormValues(client) });
  const showErrors = (fieldErrors: Record<string, string>) => {
    showFieldErrors(fieldErrors, form.setError);
    showToast(toasts.clientUpdateFailed);
  };
  const [updateClient, { loading }] = useMutation(UpdateClientDocument, {
    onCompleted: () => {
      showToast(toasts.clientUpdated);
      onClose();
    },
    onError: (error) => showErrors(fieldErrorsOf(error)),
  });
  const [setSender, { loading: isSetting }] = useMutation(SetSenderDocument);
  const [removeSender, { loading: isRemoving }] = useMutation(RemoveSenderDocument);
  const saveSender = async (input: SenderInput | null): Promise<boolean> => {
    try {
      const clientId = client.id;
      await (input ? setSender({ variables: { clientId, input } }) : removeSender({ variables: { clientId } }));
      return true;
    } catch (error) {
      const fieldErrors = Object.entries(fieldErrorsOf(error));
      showErrors(Object.fromEntries(fieldErrors.map(([name, text]) => [`sender.${name}`, text])));
      return false;
    }
  };
  const { dirtyFields } = form.formState;
  /** Saves the sender first. The update returns it with the client. A rejected one is tried again. */
  const save = async ({ sender, ...values }: ClientFormValues) => {
    const isSenderChanged = dirtyFields.sender || client.sender?.rejectedCode;
    if (isSenderChanged && !(await saveSender(toSenderInput(sender)))) return;
    void updateClient({ variables: { id: client.id, input: toUpdateInput(values) } });
  };
  const submit = form.handleSubmit(
    save,
    (errors) => hasMissingValue(form.getValues(), errors) && showToast(toasts.requiredFieldsMissing),
  );
  return (
    <FormDialog
      title={consoleMessages.editClient}
      description={client.businessName}
      submitLabel="Save changes"
      busy={loading || isSetting || isRemoving}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Stack gap="6">
          <Stack gap="4">
            <ContactFields />
          </Stack>
          <AccessSection canSignIn={client.authEnabled} />
          <LimitSection />
          <QuietHoursSection />
          <SenderSection rejectedCode={client.sender?.rejectedCode ?? null} />
          <FeatureSection />
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
