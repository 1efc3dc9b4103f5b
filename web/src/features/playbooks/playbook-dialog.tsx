import { useMutation } from '@apollo/client/react';
import { Input, Stack, Text, Textarea } from '@chakra-ui/react';
import { MAX_PLAYBOOK_DESCRIPTION_LENGTH, MAX_PLAYBOOK_NAME_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import { dashboardMessages } from '../../messages/dashboard';
import { errorMessageOf, fieldErrorsOf } from '../../shared/api-error';
import {
  type CampaignFieldsFragment,
  CreatePlaybookDocument,
  type PlaybookFieldsFragment,
  UpdatePlaybookDocument,
} from '../../shared/graphql/generated';
import { useSave } from '../../shared/use-save';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { FormField } from '../../ui/form/form-field';
import { optionalText, requiredText } from '../../ui/form/rules';
import { useEditForm } from '../../ui/form/use-edit-form';

interface Values {
  name: string;
  description: string;
}

type PlaybookDialogProps = { onClose: () => void } & (
  | { playbook: PlaybookFieldsFragment; campaign?: undefined }
  /** The campaign that a new playbook publishes. */
  | { playbook?: undefined; campaign: Pick<CampaignFieldsFragment, 'id' | 'name'> }
);

const schema = z.object({
  name: requiredText(
    validationMessages.playbookNameMissing,
    MAX_PLAYBOOK_NAME_LENGTH,
    validationMessages.playbookNameLength,
  ),
  description: optionalText(MAX_PLAYBOOK_DESCRIPTION_LENGTH, validationMessages.playbookDescription),
});

const toValues = ({ name, description }: Values): Values => ({ name, description });

/** Saves a campaign as a playbook, or edits the name and description of one. */
export function PlaybookDialog({ playbook, campaign, onClose }: PlaybookDialogProps) {
  const edit = useEditForm<Values>({
    values: playbook ? toValues(playbook) : { name: campaign.name.slice(0, MAX_PLAYBOOK_NAME_LENGTH), description: '' },
    version: playbook?.version,
    schema,
  });
  const { register, formState } = edit.form;
  const { errors } = formState;
  const [create] = useMutation(CreatePlaybookDocument);
  const [update] = useMutation(UpdatePlaybookDocument);
  const { submit, isSaving } = useSave<Values, unknown>({
    edit,
    toValues,
    send: ({ values, changes, version }) =>
      playbook
        ? update({ variables: { id: playbook.id, input: changes, expectedVersion: version } })
        : create({ variables: { input: { ...values, campaignId: campaign.id } } }),
    onSaved: () => {
      showToast(playbook ? playbookToasts.saved : playbookToasts.created);
      onClose();
    },
    onFailed: (error) => {
      const toMessage = playbook ? playbookToasts.saveFailed : playbookToasts.createFailed;
      const { campaignId } = fieldErrorsOf(error);
      const isAtField = Object.keys(fieldErrorsOf(error)).length > 0 && campaignId === undefined;
      showToast(toMessage(isAtField ? undefined : errorMessageOf(error)));
    },
  });
  const labels: Record<string, string> = { name: messages.name, description: dashboardMessages.description };
  return (
    <FormDialog
      title={playbook ? messages.edit : messages.saveTitle}
      submitLabel={playbook ? messages.save : messages.create}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      size="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={(name) => labels[name] ?? name} />
      <Stack gap="5">
        {campaign && (
          <Text color="fg.muted" overflowWrap="anywhere">
            {messages.saveText(campaign.name)}
          </Text>
        )}
        <FormField label={messages.name} required error={errors.name?.message}>
          <Input autoComplete="off" maxLength={MAX_PLAYBOOK_NAME_LENGTH} {...register('name')} />
        </FormField>
        <FormField
          label={dashboardMessages.description}
          hint={messages.descriptionHint}
          error={errors.description?.message}
        >
          <Textarea rows={3} maxLength={MAX_PLAYBOOK_DESCRIPTION_LENGTH} {...register('description')} />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
