import { useMutation } from '@apollo/client/react';
import { Drawer, Input, Stack, Text, Textarea } from '@chakra-ui/react';
import { type LeadFieldsFragment, UpdateLeadDocument } from '../../../shared/graphql/generated';
import { MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { fieldErrorsOf } from '../../../shared/api-error';
import { toWords } from '../../../shared/format';
import { useSave } from '../../../shared/use-save';
import { DialogForm } from '../../../ui/dialog/dialog-form';
import { ConflictChoices } from '../../../ui/form/conflict-choices';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { useEditForm } from '../../../ui/form/use-edit-form';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';
import { sharedMessages } from '../../../messages/shared';
import { answersOf } from '../lead-answers';
import { leadDisplayName } from '../lead-name';
import { statusChoices } from '../lead-query';
import { answerLabelOf, fieldNameOf, leadSchema, toFieldErrors, toLeadInput, toLeadValues } from '../lead-values';

interface EditLeadFormProps {
  lead: LeadFieldsFragment;
  onUnsaved: (isUnsaved: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** Edits a lead's status and answers within the lead's drawer. */
export function EditLeadForm({ lead, onUnsaved, onSaved, onCancel }: EditLeadFormProps) {
  const answers = answersOf(lead);
  const schema = useMemo(() => leadSchema(lead), [lead]);
  const edit = useEditForm({ values: toLeadValues(lead), version: lead.version, schema });
  const { register, formState } = edit.form;
  const { errors } = formState;
  const { setFocus } = edit.form;
  useEffect(() => setFocus('status'), [setFocus]);
  const reportUnsaved = useEffectEvent(onUnsaved);
  // Before the next key, which may be Escape.
  useLayoutEffect(() => reportUnsaved(edit.isUnsaved), [edit.isUnsaved]);
  useEffect(() => () => reportUnsaved(false), []);
  const [updateLead] = useMutation(UpdateLeadDocument);
  const { submit, isSaving } = useSave({
    edit,
    toValues: toLeadValues,
    send: ({ changes, version }) =>
      updateLead({ variables: { id: lead.id, input: toLeadInput(changes), expectedVersion: version } }),
    onSaved: () => {
      showToast(toasts.leadUpdated);
      onSaved();
    },
    onFailed: () => showToast(toasts.leadUpdateFailed),
    fieldErrors: (error) => toFieldErrors(fieldErrorsOf(error)),
  });
  return (
    <DialogForm
      parts={Drawer}
      title="Edit Lead"
      description={leadDisplayName(lead)}
      submitLabel="Save changes"
      busy={isSaving}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <ConflictChoices
        edit={edit}
        labelOf={(name) => answerLabelOf(name, answers) ?? sharedMessages.status}
        format={(value, name) => (name === 'status' ? toWords(String(value)) : String(value ?? ''))}
      />
      <Stack gap="4">
        <FormField label={sharedMessages.status} error={errors.status?.message}>
          <Select options={statusChoices} {...register('status')} />
        </FormField>
        {lead.held && answers.length === 0 && (
          <Text color="fg.muted">The details of a held lead are hidden until it is released.</Text>
        )}
        {answers.map(({ key, label, value }) => {
          const field = { ...register(`answers.${fieldNameOf(key)}`), maxLength: MAX_FORM_VALUE_LENGTH };
          return (
            <FormField key={key} label={label} error={errors.answers?.[fieldNameOf(key)]?.message}>
              {value.includes('\n') ? (
                <Textarea {...field} dir="auto" autoresize maxHeight="40" />
              ) : (
                <Input {...field} dir="auto" />
              )}
            </FormField>
          );
        })}
      </Stack>
    </DialogForm>
  );
}
