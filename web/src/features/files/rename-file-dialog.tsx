import { useMutation } from '@apollo/client/react';
import { Input } from '@chakra-ui/react';
import { type FileFieldsFragment, RenameFileDocument } from '../../shared/graphql/generated';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showToast } from '../../ui/feedback/toaster';
import { dashboardMessages } from '../../messages/dashboard';
import { toasts } from '../../messages/toasts';

interface RenameFileDialogProps {
  file: FileFieldsFragment;
  onClose: () => void;
}

/** Renames a file. Its URL does not change. */
export function RenameFileDialog({ file, onClose }: RenameFileDialogProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { fileName: file.originalName } });
  const [renameFile, { loading, error }] = useMutation(RenameFileDocument, {
    onCompleted: () => {
      showToast(toasts.fileRenamed);
      onClose();
    },
    onError: () => showToast(toasts.fileRenameFailed),
  });
  const submit = handleSubmit(
    ({ fileName }) => void renameFile({ variables: { id: file.id, fileName: fileName.trim() } }),
  );
  return (
    <FormDialog
      title="Rename file"
      description="The URL does not change."
      submitLabel="Save name"
      busy={loading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField
        label={dashboardMessages.fileName}
        required
        error={formState.errors.fileName?.message ?? fieldErrorsOf(error)['fileName']}
      >
        <Input
          {...register('fileName', { validate: (value) => value.trim() !== '' || 'Enter a name for the file' })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
      </FormField>
    </FormDialog>
  );
}
