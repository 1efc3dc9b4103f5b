import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import {
  type ClientFieldsFragment,
  RemoveSenderDocument,
  SetSenderDocument,
  UpdateClientDocument,
} from '../../shared/graphql/generated';
import { useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { currentObjectOf, fieldErrorsOf } from '../../shared/api-error';
import { useSave } from '../../shared/use-save';
import { FormDrawer } from '../../ui/dialog/form-drawer';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { hasMissingValue } from '../../ui/form/form-errors';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { consoleMessages } from '../../messages/admin-console';
import { toasts } from '../../messages/toasts';
import { AccessSection } from './form/access-section';
import { BrandSection } from './form/brand-section';
import { ContactFields } from './form/contact-fields';
import { toFormValues, toUpdateInput } from './form/client-form-values';
import { labelOf } from './form/client-labels';
import { clientSchema } from './form/client-schema';
import { FeatureSection } from './form/feature-section';
import { LimitSection } from './form/limit-section';
import { QuietHoursSection } from './form/quiet-hours-section';
import { SenderSection } from './form/sender-section';
import { type SenderValues, toSenderInput, toSenderValues } from './form/sender-values';

interface EditClientDrawerProps {
  client: ClientFieldsFragment;
  onClose: () => void;
}

/** The sender could not be saved, and so the other settings were not sent. */
class SenderError extends Error {}

/** The client settings that only administrators can change. */
export function EditClientDrawer({ client, onClose }: EditClientDrawerProps) {
  const { id } = client;
  // A client with a username has a stored password, also while its login is switched off.
  const hasPassword = client.username !== null;
  const schema = useMemo(() => clientSchema({ hasPassword }), [hasPassword]);
  const edit = useEditForm({ values: toFormValues(client), version: client.version, schema });
  const { form } = edit;
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const noteUploading = (names: readonly string[], isUploading: boolean) =>
    setUploading((all) => [...all.filter((name) => !names.includes(name)), ...(isUploading ? names : [])]);
  const [updateClient] = useMutation(UpdateClientDocument);
  const [setSender] = useMutation(SetSenderDocument);
  const [removeSender] = useMutation(RemoveSenderDocument);
  const saveSender = async ({ version, ...sender }: SenderValues) => {
    const input = toSenderInput({ version, ...sender });
    try {
      await (input
        ? setSender({ variables: { clientId: id, input, expectedVersion: version } })
        : removeSender({ variables: { clientId: id } }));
    } catch (cause) {
      throw new SenderError('The sender was not saved', { cause });
    }
  };
  // A rejected sender is tried again, also without a change.
  const isRejected = client.sender?.rejectedCode != null;
  const { submit, isSaving } = useSave({
    edit,
    send: async ({ values, changes: { sender, ...changes }, version }) => {
      if (sender || isRejected) await saveSender(values.sender);
      const input = toUpdateInput(changes, values);
      await updateClient({ variables: { id, input, expectedVersion: version } });
    },
    readConflict: (error) => {
      const current = currentObjectOf(error instanceof SenderError ? error.cause : error);
      const base = edit.getBase();
      if (!current) return undefined;
      return error instanceof SenderError
        ? { ...base, values: { ...base.values, sender: toSenderValues(current as never) } }
        : { values: { ...toFormValues(current as never), sender: base.values.sender }, version: current.version };
    },
    fieldErrors: (error) =>
      error instanceof SenderError
        ? Object.fromEntries(Object.entries(fieldErrorsOf(error.cause)).map(([name, text]) => [`sender.${name}`, text]))
        : fieldErrorsOf(error),
    onSaved: () => {
      showToast(toasts.clientUpdated);
      onClose();
    },
    onFailed: () => showToast(toasts.clientUpdateFailed),
    onInvalid: (errors) => hasMissingValue(form.getValues(), errors) && showToast(toasts.requiredFieldsMissing),
  });
  return (
    <FormDrawer
      width="672px"
      title={consoleMessages.editClient}
      description={client.businessName}
      submitLabel="Save changes"
      busy={isSaving || uploading.length > 0}
      isUnsaved={edit.isUnsaved}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={labelOf} />
      <FormProvider {...form}>
        <Stack gap="6">
          <Stack gap="4">
            <ContactFields />
          </Stack>
          <AccessSection hasPassword={hasPassword} />
          <LimitSection />
          <QuietHoursSection />
          <SenderSection rejectedCode={client.sender?.rejectedCode ?? null} />
          <FeatureSection />
          <BrandSection onUploading={noteUploading} />
        </Stack>
      </FormProvider>
    </FormDrawer>
  );
}
