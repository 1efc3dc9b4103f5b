import { useMutation } from '@apollo/client/react';
import { Checkbox, Fieldset, Input, Stack, Text } from '@chakra-ui/react';
import {
  CreateWebhookDocument,
  UpdateWebhookDocument,
  type WebhookFieldsFragment,
} from '../../shared/graphql/generated';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { Controller, useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '../../shared/api-error';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showFieldErrors } from '../../ui/form/form-errors';
import { FormField } from '../../ui/form/form-field';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

interface WebhookDialogProps {
  clientId: string;
  /** The webhook to edit. Without it, the dialog creates a new one. */
  webhook?: WebhookFieldsFragment;
  /** Called with the signing secret of a new webhook. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

const blank = { url: '', description: '', events: [...WEBHOOK_EVENTS] as string[] };

/** Creates or edits a webhook. */
export function WebhookDialog({ clientId, webhook, onMade, onClose }: WebhookDialogProps) {
  const { control, register, handleSubmit, setError, formState } = useForm({ defaultValues: webhook ?? blank });
  const { errors } = formState;
  const showError = (notice: typeof webhookNotices.webhookUpdateFailed) => (error: Error) => {
    const fields = fieldsOf(error);
    showFieldErrors(fields, setError);
    notify(notice(Object.keys(fields).length > 0 ? undefined : messageOf(error)));
  };
  const [create, creating] = useMutation(CreateWebhookDocument, {
    onCompleted: ({ createWebhook }) => onMade(createWebhook.secret),
    onError: showError(webhookNotices.webhookCreateFailed),
  });
  const [update, updating] = useMutation(UpdateWebhookDocument, {
    onCompleted: () => {
      notify(webhookNotices.webhookUpdated);
      onClose();
    },
    onError: showError(webhookNotices.webhookUpdateFailed),
  });
  const submit = handleSubmit(({ url, description, events }) => {
    const input = { url: url.trim(), description, events };
    return void (webhook
      ? update({ variables: { id: webhook.id, input } })
      : create({ variables: { clientId, input } }));
  });
  return (
    <FormDialog
      title={webhook ? webhookWords.editTitle : webhookWords.addTitle}
      submitLabel={webhook ? webhookWords.save : webhookWords.add}
      busy={creating.loading || updating.loading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="5">
        <FormField label={webhookWords.url} hint={webhookWords.urlHint} error={errors.url?.message} required>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            {...register('url', { required: webhookWords.urlMissing })}
          />
        </FormField>
        <FormField label={webhookWords.note} hint={webhookWords.noteHint} error={errors.description?.message}>
          <Input maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH} {...register('description')} />
        </FormField>
        <Controller
          control={control}
          name="events"
          rules={{ validate: (selected) => selected.length > 0 || webhookWords.eventsMissing }}
          render={({ field }) => (
            <Fieldset.Root invalid={errors.events !== undefined}>
              <Fieldset.Legend textStyle="sm" fontWeight="medium" color="fg">
                {webhookWords.events}
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
                        {webhookWords.eventHints[event]}
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
