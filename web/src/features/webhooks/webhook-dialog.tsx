import { useMutation } from '@apollo/client/react';
import { Checkbox, Fieldset, Input, Stack, Text } from '@chakra-ui/react';
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookFieldsFragment,
} from '../../shared/graphql/generated';
import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, MAX_WEBHOOK_URL_LENGTH, WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { fieldErrorsOf, errorMessageOf } from '../../shared/api-error';
import { useSave } from '../../shared/use-save';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { FormField } from '../../ui/form/form-field';
import { optionalText, requiredText } from '../../ui/form/rules';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';

interface WebhookDialogProps {
  clientId: string;
  /** The webhook to edit. Without it, the dialog creates a new one. */
  webhook?: WebhookFieldsFragment;
  /** Called with the signing secret of a new webhook. */
  onCreated: (secret: string) => void;
  onClose: () => void;
}

type WebhookValues = Pick<WebhookFieldsFragment, 'url' | 'description' | 'events'>;

// Conversions concern ad networks, which a client has to decide for.
const blankEvents = WEBHOOK_EVENTS.filter((event) => event !== 'lead.conversion');
const blank: WebhookValues = { url: '', description: '', events: blankEvents };

const toValues = ({ url, description, events }: WebhookValues): WebhookValues => ({ url, description, events });

const schema = z.object({
  url: requiredText(validationMessages.webhookUrlLength, MAX_WEBHOOK_URL_LENGTH, validationMessages.webhookUrlLength),
  description: optionalText(MAX_WEBHOOK_DESCRIPTION_LENGTH, validationMessages.webhookDescription),
  events: z.array(z.string()).check(z.minLength(1, validationMessages.webhookEventsMissing)),
});

const labels: Record<string, string> = {
  url: webhookMessages.url,
  description: webhookMessages.note,
  events: webhookMessages.events,
};

/** Creates or edits a webhook. */
export function WebhookDialog({ clientId, webhook, onCreated, onClose }: WebhookDialogProps) {
  const edit = useEditForm({ values: toValues(webhook ?? blank), version: webhook?.version, schema });
  const { control, register, formState } = edit.form;
  const { errors } = formState;
  const [create] = useMutation(CreateWebhookDocument);
  const [update] = useMutation(UpdateWebhookDocument);
  const { submit, isSaving } = useSave({
    edit,
    toValues,
    send: async ({ values, changes, version }) => {
      if (!webhook) return (await create({ variables: { clientId, input: values } })).data;
      await update({ variables: { id: webhook.id, input: changes, expectedVersion: version } });
      return null;
    },
    onSaved: (created) => {
      if (created) return onCreated(created.createWebhook.secret);
      showToast(webhookToasts.webhookUpdated);
      onClose();
    },
    onFailed: (error) => {
      const toMessage = webhook ? webhookToasts.webhookUpdateFailed : webhookToasts.webhookCreateFailed;
      showToast(toMessage(Object.keys(fieldErrorsOf(error)).length > 0 ? undefined : errorMessageOf(error)));
    },
  });
  return (
    <FormDialog
      title={webhook ? webhookMessages.editTitle : webhookMessages.addTitle}
      submitLabel={webhook ? webhookMessages.save : webhookMessages.add}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictChoices edit={edit} labelOf={(name) => labels[name] ?? name} />
      <Stack gap="5">
        <FormField label={webhookMessages.url} hint={webhookMessages.urlHint} error={errors.url?.message} required>
          <Input type="url" inputMode="url" autoComplete="off" placeholder="https://" {...register('url')} />
        </FormField>
        <FormField label={webhookMessages.note} hint={webhookMessages.noteHint} error={errors.description?.message}>
          <Input maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH} {...register('description')} />
        </FormField>
        <Controller
          control={control}
          name="events"
          render={({ field }) => (
            <Fieldset.Root invalid={errors.events !== undefined}>
              <Fieldset.Legend textStyle="sm" fontWeight="medium" color="fg">
                {webhookMessages.events}
              </Fieldset.Legend>
              <Stack gap="0">
                {WEBHOOK_EVENTS.map((event) => (
                  <Checkbox.Root
                    key={event}
                    minHeight="11"
                    checked={field.value.includes(event)}
                    onCheckedChange={({ checked }) =>
                      field.onChange(
                        WEBHOOK_EVENTS.filter((name) =>
                          name === event ? checked === true : field.value.includes(name),
                        ),
                      )
                    }
                  >
                    <Checkbox.HiddenInput />
                    <Checkbox.Control />
                    <Checkbox.Label display="flex" flexWrap="wrap" columnGap="2">
                      {event}
                      <Text as="span" color="fg.muted" fontWeight="normal">
                        {webhookMessages.eventHints[event]}
                      </Text>
                    </Checkbox.Label>
                  </Checkbox.Root>
                ))}
              </Stack>
              <Fieldset.ErrorText>{errors.events?.message}</Fieldset.ErrorText>
            </Fieldset.Root>
          )}
        />
      </Stack>
    </FormDialog>
  );
}
