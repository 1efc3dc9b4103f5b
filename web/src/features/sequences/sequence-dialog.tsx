import { useMutation } from '@apollo/client/react';
import {
  type SequenceFieldsFragment,
  CreateSequenceDocument,
  UpdateSequenceDocument,
} from '../../shared/graphql/generated';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors } from '../../ui/form/form-errors';
import { type Notice, notify } from '../../ui/feedback/toaster';
import { notices } from '../../messages/toasts';
import { SequenceEditor } from './editor/sequence-editor';
import { type SequenceValues, toInput, toValues } from './sequence-values';

interface SequenceDialogProps {
  clientId: string;
  /** Absent for a new one. */
  sequence?: SequenceFieldsFragment;
  onClose: () => void;
}

/** Writes a sequence, new or existing. */
export function SequenceDialog({ clientId, sequence, onClose }: SequenceDialogProps) {
  const form = useForm<SequenceValues>({ defaultValues: toValues(sequence) });
  const settled = (done: Notice, failed: Notice) => ({
    onCompleted: () => {
      notify(done);
      onClose();
    },
    onError: (error: Error) => {
      showFieldErrors(fieldsOf(error), form.setError);
      notify(failed);
    },
  });
  const [create, creating] = useMutation(
    CreateSequenceDocument,
    settled(notices.sequenceCreated, notices.sequenceCreateFailed),
  );
  const [update, updating] = useMutation(
    UpdateSequenceDocument,
    settled(notices.sequenceUpdated, notices.sequenceUpdateFailed),
  );
  const submit = form.handleSubmit(
    (values) =>
      void (sequence
        ? update({ variables: { id: sequence.id, input: toInput(values, sequence.status) } })
        : create({ variables: { clientId, input: toInput(values, 'active') } })),
    () => notify(notices.sequenceIncomplete),
  );
  return (
    <FormDialog
      title={sequence ? 'Edit SMS Sequence' : 'Create SMS Sequence'}
      submitLabel={sequence ? 'Save Changes' : 'Create Sequence'}
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
