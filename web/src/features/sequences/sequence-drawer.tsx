import { useMutation } from '@apollo/client/react';
import {
  type SequenceFieldsFragment,
  CreateSequenceDocument,
  UpdateSequenceDocument,
} from '../../shared/graphql/generated';
import { FormProvider } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { useSave } from '../../shared/use-save';
import { FormDrawer } from '../../ui/dialog/form-drawer';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { SequenceConflicts } from './editor/sequence-conflicts';
import { SequenceEditor } from './editor/sequence-editor';
import { sequenceSchema } from './sequence-schema';
import { isIncomplete, toFieldErrors, toInput, toSavedValues, toValues } from './sequence-values';

interface SequenceDrawerProps {
  clientId: string;
  /** The sequence to edit. Without it, the drawer creates a new one. */
  sequence?: SequenceFieldsFragment;
  onClose: () => void;
}

/** Creates or edits a sequence. */
export function SequenceDrawer({ clientId, sequence, onClose }: SequenceDrawerProps) {
  const edit = useEditForm({ values: toValues(sequence), version: sequence?.version, schema: sequenceSchema });
  const [create] = useMutation(CreateSequenceDocument);
  const [update] = useMutation(UpdateSequenceDocument);
  const { submit, isSaving } = useSave({
    edit,
    toValues: toSavedValues,
    send: ({ values, changes, version }): Promise<unknown> =>
      sequence
        ? update({ variables: { id: sequence.id, input: toInput(changes), expectedVersion: version } })
        : create({ variables: { clientId, input: { ...toInput(values), status: 'active' } } }),
    onSaved: () => {
      showToast(sequence ? toasts.sequenceUpdated : toasts.sequenceCreated);
      onClose();
    },
    onFailed: () => showToast(sequence ? toasts.sequenceUpdateFailed : toasts.sequenceCreateFailed),
    fieldErrors: (error) => toFieldErrors(fieldErrorsOf(error)),
    onInvalid: () => isIncomplete(edit.form.getValues()) && showToast(toasts.sequenceIncomplete),
  });
  return (
    <FormDrawer
      title={sequence ? 'Edit SMS sequence' : 'Create SMS sequence'}
      submitLabel={sequence ? 'Save changes' : 'Create sequence'}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      width="896px"
      onSubmit={submit}
      onClose={onClose}
    >
      <SequenceConflicts clientId={clientId} edit={edit} />
      <FormProvider {...edit.form}>
        <SequenceEditor clientId={clientId} sequenceId={sequence?.id} />
      </FormProvider>
    </FormDrawer>
  );
}
