import { useMutation } from '@apollo/client/react';
import { Checkbox, Fieldset, Input, Stack, Text } from '@chakra-ui/react';
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookFieldsFragment,
} from '../../shared/graphql/generated';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { Controller, useForm } from 'react-hook-form';
import { fieldErrorsOf, errorMessageOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors } from '../../ui/form/form-errors';
import { FormField } from '../../ui/form/form-field';
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

const blank = { url: '', description: '', events: [...WEBHOOK_EVENTS] as string[] };

/** Creates or edits a webhook. */
export function WebhookDialog({ clientId, webhook, onCreated, onClose }: WebhookDialogProps) {
  const { control, register, handleSubmit, setError, formState } = useForm({ defaultValues: webhook ?? blank });
  const { errors } = formState;
  const showError = (toMessage: typeof webhookToasts.webhookUpdateFailed) => (error: Error) => {
    const fields = fieldErrorsOf(error);
    showFieldErrors(fields, setError);
    showToast(toMessage(Object.keys(fields).length > 0 ? undefined : errorMessageOf(error)));
  };
  const [create, creating] = useMutation(CreateWebhookDocument, {
    onCompleted: ({ createWebhook }) => onCreated(createWebhook.secret),
    onError: showError(webhookToasts.webhookCreateFailed),
  });
  const [update, updating] = useMutation(UpdateWebhookDocument, {
    onCompleted: () => {
      showToast(webhookToasts.webhookUpdated);
      onClose();
    },
    onError: showError(webhookToasts.webhookUpdateFailed),
  });
  const submit = handleSubmit(({ url, description, events }) => {
    const input = { url: url.trim(), description, events };
    return void (webhook
      ? update({ variables: { id: webhook.id, input } })
      : create({ variables: { clientId, input } }));
  });
  return (
    <FormDialog
      title={webhook ? webhookMessages.editTitle : webhookMessages.addTitle}
      submitLabel={webhook ? webhookMessages.save : webhookMessages.add}
      busy={creating.loading || updating.loading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="5">
        <FormField label={webhookMessages.url} hint={webhookMessages.urlHint} error={errors.url?.message} required>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            {...register('url', { required: webhookMessages.urlMissing })}
          />
        </FormField>
        <FormField label={webhookMessages.note} hint={webhookMessages.noteHint} error={errors.description?.message}>
          <Input maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH} {...register('description')} />
        </FormField>
        <Controller
          control={control}
          name="events"
          rules={{ validate: (selected) => selected.length > 0 || webhookMessages.eventsMissing }}
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
