import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { UpdateClientDocument } from '../../shared/graphql/generated';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors, somethingMissing } from '../../ui/form/form-errors';
import { notify } from '../../ui/feedback/toaster';
import { consoleWords } from '../../messages/admin-console';
import { notices } from '../../messages/toasts';
import { AccessSection } from './access-section';
import { ContactFields } from './contact-fields';
import { type EditValues, toEditValues, toUpdateInput } from './client-form-values';
import { FeatureSection } from './feature-section';
import { LimitSection } from './limit-section';
import type { ListedClient } from './client-row';
import { QuietSection } from './quiet-hours-section';

interface EditClientDialogProps {
  client: ListedClient;
  onClose: () => void;
}

/** The client settings that only administrators can change. */
export function EditClientDialog({ client, onClose }: EditClientDialogProps) {
  const form = useForm<EditValues>({ defaultValues: toEditValues(client) });
  const [updateClient, { loading }] = useMutation(UpdateClientDocument, {
    onCompleted: () => {
      notify(notices.clientUpdated);
      onClose();
    },
    onError: (error) => {
      showFieldErrors(fieldsOf(error), form.setError);
      notify(notices.clientUpdateFailed);
    },
  });
  const submit = form.handleSubmit(
    (values) => void updateClient({ variables: { id: client.id, input: toUpdateInput(values) } }),
    (errors) => somethingMissing(form.getValues(), errors) && notify(notices.requiredFieldsMissing),
  );
  return (
    <FormDialog
      title={consoleWords.editClient}
      description={client.businessName}
      submitLabel="Save changes"
      busy={loading}
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
          <QuietSection />
          <FeatureSection />
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
