import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { UpdateClientDocument } from '../../shared/graphql/generated';
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
import type { ClientRow } from './client-row';
import { QuietHoursSection } from './quiet-hours-section';

interface EditClientDialogProps {
  client: ClientRow;
  onClose: () => void;
}

/** The client settings that only administrators can change. */
export function EditClientDialog({ client, onClose }: EditClientDialogProps) {
  const form = useForm<ClientFormValues>({ defaultValues: toFormValues(client) });
  const [updateClient, { loading }] = useMutation(UpdateClientDocument, {
    onCompleted: () => {
      showToast(toasts.clientUpdated);
      onClose();
    },
    onError: (error) => {
      showFieldErrors(fieldErrorsOf(error), form.setError);
      showToast(toasts.clientUpdateFailed);
    },
  });
  const submit = form.handleSubmit(
    (values) => void updateClient({ variables: { id: client.id, input: toUpdateInput(values) } }),
    (errors) => hasMissingValue(form.getValues(), errors) && showToast(toasts.requiredFieldsMissing),
  );
  return (
    <FormDialog
      title={consoleMessages.editClient}
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
          <QuietHoursSection />
          <FeatureSection />
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
