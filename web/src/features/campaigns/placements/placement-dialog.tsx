import { useMutation } from '@apollo/client/react';
import { Input, Stack } from '@chakra-ui/react';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { placementMessages as messages, placementToasts } from '../../../messages/campaigns/placements';
import { errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import {
  CreatePlacementDocument,
  type PlacementFieldsFragment,
  UpdatePlacementDocument,
} from '../../../shared/graphql/generated';
import { useSave } from '../../../shared/use-save';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { ConflictChoices } from '../../../ui/form/conflict-choices';
import { FormField } from '../../../ui/form/form-field';
import { requiredText } from '../../../ui/form/rules';
import { Select } from '../../../ui/form/select';
import { useEditForm } from '../../../ui/form/use-edit-form';

interface PlacementDialogProps {
  campaignId: string;
  /** The campaigns that the code can open. */
  campaigns: readonly { id: string; name: string }[];
  /** The placement to edit. Without it, the dialog adds one. */
  placement?: PlacementFieldsFragment;
  onClose: () => void;
}

const schema = z.object({
  name: requiredText(validationMessages.placementNameMissing, MAX_NAME_LENGTH, validationMessages.placementNameLength),
  campaignId: z.string(),
});

const labels: Record<string, string> = { name: messages.name, campaignId: messages.campaign };

/** Adds a placement, renames one, or points its code at another campaign. */
export function PlacementDialog({ campaignId, campaigns, placement, onClose }: PlacementDialogProps) {
  const toValues = ({ name, campaignId: id }: { name: string; campaignId: string | null }) => ({
    name,
    campaignId: id ?? '',
  });
  const edit = useEditForm({
    values: toValues(placement ?? { name: '', campaignId }),
    version: placement?.version,
    schema,
  });
  const { register, formState } = edit.form;
  const { errors } = formState;
  const [create] = useMutation(CreatePlacementDocument);
  const [update] = useMutation(UpdatePlacementDocument);
  const { submit, isSaving } = useSave<ReturnType<typeof toValues>, unknown>({
    edit,
    toValues,
    send: ({ values, changes, version }) =>
      placement
        ? update({ variables: { id: placement.id, input: changes, expectedVersion: version } })
        : create({ variables: { campaignId, input: { name: values.name } } }),
    onSaved: () => {
      showToast(placement ? placementToasts.updated : placementToasts.added);
      onClose();
    },
    onFailed: (error) => {
      const toToast = placement ? placementToasts.updateFailed : placementToasts.addFailed;
      showToast(toToast(Object.keys(fieldErrorsOf(error)).length > 0 ? undefined : errorMessageOf(error)));
    },
  });
  return (
    <FormDialog
      title={placement ? messages.editTitle : messages.add}
      submitLabel={placement ? messages.save : messages.add}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      size="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={(name) => labels[name] ?? name} />
      <Stack gap="5">
        <FormField label={messages.name} hint={messages.nameHint} required error={errors.name?.message}>
          <Input autoComplete="off" dir="auto" maxLength={MAX_NAME_LENGTH} {...register('name')} />
        </FormField>
        {placement && (
          <FormField label={messages.campaign} hint={messages.campaignHint} error={errors.campaignId?.message}>
            <Select
              dir="auto"
              options={[
                ...(placement.campaignId === null ? [{ value: '', label: messages.noCampaign }] : []),
                ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              {...register('campaignId')}
            />
          </FormField>
        )}
      </Stack>
    </FormDialog>
  );
}
