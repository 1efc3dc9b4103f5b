import { useMutation } from '@apollo/client/react';
import {
  type SequenceFieldsFragment,
  type SequenceVersionFieldsFragment,
  CreateSequenceDocument,
  UpdateSequenceDocument,
} from '../../shared/graphql/generated';
import { useEffect } from 'react';
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
import { isIncomplete, toFieldErrors, toInput, toSavedValues, toStepValues, toValues } from './sequence-values';
import { useSequenceDraft } from './use-sequence-draft';
import { usePublishQuestion } from './versions/use-publish-question';

interface SequenceDrawerProps {
  clientId: string;
  /** The sequence to edit. Without it, the drawer creates a new one. */
  sequence?: SequenceFieldsFragment;
  /** A version whose values the form begins with, as changes that are not saved. */
  restored?: SequenceVersionFieldsFragment | undefined;
  onClose: () => void;
}

/** The user went back to the form when asked what leads in progress get. */
class BackToForm extends Error {}

/** Creates or edits a sequence. */
export function SequenceDrawer({ clientId, sequence, restored, onClose }: SequenceDrawerProps) {
  const edit = useEditForm({ values: toValues(sequence), version: sequence?.version, schema: sequenceSchema });
  const { form } = edit;
  useEffect(() => {
    if (!restored) return;
    const { triggerEvent, stopOnReply, steps } = restored;
    const values = { ...form.getValues(), triggerEvent, stopOnReply, steps: toStepValues(steps) };
    form.reset(values, { keepDefaultValues: true });
  }, [restored, form]);
  const { draftSavedAt, note, dialog, draftButton } = useSequenceDraft({ edit, sequence, onClose });
  const [question, ask] = usePublishQuestion(sequence);
  const [create] = useMutation(CreateSequenceDocument);
  const [update] = useMutation(UpdateSequenceDocument);
  const { submit, isSaving } = useSave({
    edit,
    toValues: toSavedValues,
    send: async ({ values, changes, version }): Promise<unknown> => {
      if (!sequence) return create({ variables: { clientId, input: { ...toInput(values), status: 'active' } } });
      const input = toInput(changes);
      const enrolledLeads = await ask(input.steps);
      if (enrolledLeads === null) throw new BackToForm();
      return update({
        variables: {
          id: sequence.id,
          input,
          expectedVersion: version,
          enrolledLeads,
          ...(draftSavedAt !== undefined && { draftSavedAt }),
        },
      });
    },
    onSaved: () => {
      showToast(sequence ? toasts.sequenceUpdated : toasts.sequenceCreated);
      onClose();
    },
    onFailed: (error) =>
      !(error instanceof BackToForm) && showToast(sequence ? toasts.sequenceUpdateFailed : toasts.sequenceCreateFailed),
    fieldErrors: (error) => toFieldErrors(fieldErrorsOf(error)),
    onInvalid: () => isIncomplete(edit.form.getValues()) && showToast(toasts.sequenceIncomplete),
  });
  return (
    <>
      <FormDrawer
        title={sequence ? 'Edit SMS sequence' : 'Create SMS sequence'}
        submitLabel={sequence ? 'Save changes' : 'Create sequence'}
        busy={isSaving}
        isUnsaved={edit.isUnsaved}
        width="896px"
        otherAction={draftButton}
        onSubmit={submit}
        onClose={onClose}
      >
        {note}
        <SequenceConflicts clientId={clientId} edit={edit} />
        <FormProvider {...edit.form}>
          <SequenceEditor clientId={clientId} sequenceId={sequence?.id} />
        </FormProvider>
      </FormDrawer>
      {question}
      {dialog}
    </>
  );
}
