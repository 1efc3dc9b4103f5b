import { useMutation } from '@apollo/client/react';
import {
  type SequenceFieldsFragment,
  CreateSequenceDocument,
  UpdateSequenceDocument,
} from '../../shared/graphql/generated';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors } from '../../ui/form/form-errors';
import { type ToastMessage, showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { SequenceEditor } from './editor/sequence-editor';
import { type SequenceValues, toInput, toValues } from './sequence-values';

interface SequenceDialogProps {
  clientId: string;
  /** The sequence to edit. Without it, the dialog creates a new one. */
  sequence?: SequenceFieldsFragment;
  onClose: () => void;
}

/** Creates or edits a sequence. */
export function SequenceDialog({ clientId, sequence, onClose }: SequenceDialogProps) {
  const form = useForm<SequenceValues>({ defaultValues: toValues(sequence) });
  const mutationOptions = (done: ToastMessage, failed: ToastMessage) => ({
    onCompleted: () => {
      showToast(done);
      onClose();
    },
    onError: (error: Error) => {
      showFieldErrors(fieldErrorsOf(error), form.setError);
      showToast(failed);
    },
  });
  const [create, creating] = useMutation(
    CreateSequenceDocument,
    mutationOptions(toasts.sequenceCreated, toasts.sequenceCreateFailed),
  );
  const [update, updating] = useMutation(
    UpdateSequenceDocument,
    mutationOptions(toasts.sequenceUpdated, toasts.sequenceUpdateFailed),
  );
  const submit = form.handleSubmit(
    (values) =>
      void (sequence
        ? update({ variables: { id: sequence.id, input: toInput(values, sequence.status) } })
        : create({ variables: { clientId, input: toInput(values, 'active') } })),
    () => showToast(toasts.sequenceIncomplete),
  );
  return (
    <FormDialog
      title={sequence ? 'Edit SMS sequence' : 'Create SMS sequence'}
      submitLabel={sequence ? 'Save changes' : 'Create sequence'}
      busy={creating.loading || updating.loading}
      size="xl"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <SequenceEditor clientId={clientId} />
      </FormProvider>
    </FormDialog>
  );
}
