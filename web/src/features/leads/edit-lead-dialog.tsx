import { useMutation } from '@apollo/client/react';
import { Input, Stack, Text, Textarea } from '@chakra-ui/react';
import { type LeadFieldsFragment, type LeadStatus, UpdateLeadDocument } from '../../shared/graphql/generated';
import { MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { toWords } from '../../shared/format';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { Select } from '../../ui/form/select';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { sharedMessages } from '../../messages/shared';
import { answersOf } from './lead-answers';
import { leadDisplayName } from './lead-name';
import { leadStatuses } from './lead-query';

interface EditLeadDialogProps {
  lead: LeadFieldsFragment;
  onClose: () => void;
}

const statuses = leadStatuses.map((value) => ({ value, label: toWords(value) }));

/** Edits a lead's status and answers. */
export function EditLeadDialog({ lead, onClose }: EditLeadDialogProps) {
  const answers = answersOf(lead.formData);
  const { register, handleSubmit } = useForm<{ status: LeadStatus; values: string[] }>({
    // Indexed by position, because an answer's key may contain dots, which the form library treats as a path.
    defaultValues: { status: lead.status, values: answers.map(({ value }) => value) },
  });
  const [updateLead, { loading, error }] = useMutation(UpdateLeadDocument, {
    onCompleted: () => {
      showToast(toasts.leadUpdated);
      onClose();
    },
    onError: () => showToast(toasts.leadUpdateFailed),
  });
  const submit = handleSubmit(({ status, values }) => {
    const changed = answers.map(({ key, value }, index) => [
      key,
      values[index] === value ? lead.formData[key] : values[index],
    ]);
    void updateLead({
      variables: {
        id: lead.id,
        input: { status, ...(answers.length > 0 ? { formData: Object.fromEntries(changed) } : {}) },
      },
    });
  });
  const fieldErrors = fieldErrorsOf(error);
  return (
    <FormDialog
      title="Edit Lead"
      description={leadDisplayName(lead)}
      submitLabel="Save changes"
      busy={loading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="4">
        <FormField label={sharedMessages.status} error={fieldErrors['status']}>
          <Select options={statuses} {...register('status')} />
        </FormField>
        {lead.held && answers.length === 0 && (
          <Text color="fg.muted">The details of a held lead are hidden until it is released.</Text>
        )}
        {answers.map(({ key, label }, index) => (
          <FormField key={key} label={label} error={fieldErrors[key] ?? fieldErrors[`formData.${key}`]}>
            {answers[index]!.value.includes('\n') ? (
              <Textarea {...register(`values.${index}`)} maxLength={MAX_FORM_VALUE_LENGTH} autoresize maxHeight="40" />
            ) : (
              <Input {...register(`values.${index}`)} maxLength={MAX_FORM_VALUE_LENGTH} />
            )}
          </FormField>
        ))}
      </Stack>
    </FormDialog>
  );
}
