import { useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { type FileFieldsFragment, RenameFileDocument } from '../../shared/graphql/generated';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { useSave } from '../../shared/use-save';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { FormField } from '../../ui/form/form-field';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { dashboardMessages } from '../../messages/dashboard';
import { toasts } from '../../messages/toasts';

interface RenameFileDialogProps {
  file: FileFieldsFragment;
  onClose: () => void;
}

const schema = z.object({
  fileName: z.string().check(z.trim(), z.minLength(1, validationMessages.fileName)),
});

const toValues = ({ originalName }: Pick<FileFieldsFragment, 'originalName'>) => ({ fileName: originalName });

/** Renames a file. Its URL does not change. */
export function RenameFileDialog({ file, onClose }: RenameFileDialogProps) {
  const edit = useEditForm({ values: toValues(file), version: file.version, schema });
  const { register, formState } = edit.form;
  const [renameFile] = useMutation(RenameFileDocument);
  const { submit, isSaving } = useSave({
    edit,
    toValues,
    send: ({ values, version }) => renameFile({ variables: { id: file.id, ...values, expectedVersion: version } }),
    onSaved: () => {
      showToast(toasts.fileRenamed);
      onClose();
    },
    onFailed: () => showToast(toasts.fileRenameFailed),
  });
  return (
    <FormDialog
      title="Rename file"
      description="The URL does not change."
      submitLabel="Save name"
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={() => dashboardMessages.fileName} />
      <FormField label={dashboardMessages.fileName} required error={formState.errors.fileName?.message}>
        <Input {...register('fileName')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
