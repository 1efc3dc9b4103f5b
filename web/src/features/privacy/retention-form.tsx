import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { RetentionPolicyDocument, UpdateRetentionPolicyDocument } from '../../shared/graphql/generated';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { errorMessageOf } from '../../shared/api-error';
import { plural } from '../../shared/format';
import { keepsTab } from '../../shared/dialogs/dialog-link';
import { useSave } from '../../shared/use-save';
import { BusyButton } from '../../ui/button/busy-button';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { FormField } from '../../ui/form/form-field';
import { useUnsavedChanges } from '../../ui/form/unsaved-changes';
import { useEditForm } from '../../ui/form/use-edit-form';
import { Select } from '../../ui/form/select';
import { showToast } from '../../ui/feedback/toaster';
import { privacyMessages } from '../../messages/privacy';
import { privacyToasts } from '../../messages/privacy-toasts';
import { sharedMessages } from '../../messages/shared';

const YEAR = 365;
const offeredDays = [30, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 10 * YEAR];

const periodOf = (days: number) => (days % YEAR === 0 ? plural(days / YEAR, 'year') : plural(days, 'day'));

interface RetentionFormProps {
  clientId: string;
  policy: RetentionValues & { version: number };
}

interface RetentionValues {
  leadDays: number | null;
}

const schema = z.object({ leadDays: z.nullable(z.number()) });
const toValues = ({ leadDays }: RetentionValues): RetentionValues => ({ leadDays });

/** Changes the retention period. A shorter period deletes leads, so it asks for confirmation. */
export function RetentionForm({ clientId, policy }: RetentionFormProps) {
  const edit = useEditForm({ values: toValues(policy), version: policy.version, schema });
  const { control, setValue } = edit.form;
  const period = useWatch({ control, name: 'leadDays' });
  const { leadDays } = policy;
  const [isConfirming, setConfirming] = useState(false);
  // The dialogs of the same tab are in the query string.
  useUnsavedChanges({ isUnsaved: edit.isUnsaved, staysOnPage: keepsTab });
  const [update] = useMutation(UpdateRetentionPolicyDocument, {
    // The stored period decides whether the next one needs confirmation, so it must not wait for a refetch.
    update: (cache, { data }) =>
      cache.updateQuery(
        { query: RetentionPolicyDocument, variables: { clientId } },
        (shown) => shown && { client: { ...shown.client, retentionPolicy: data!.updateRetentionPolicy } },
      ),
  });
  const { submit, isSaving } = useSave({
    edit,
    toValues,
    send: async ({ changes, version }) =>
      (await update({ variables: { clientId, input: changes, expectedVersion: version } })).data!.updateRetentionPolicy,
    onSaved: (saved, sent) => {
      setConfirming(false);
      if (saved) edit.settle(sent, toValues(saved), saved.version);
      showToast(privacyToasts.retentionSaved);
    },
    onFailed: (error) => showToast(privacyToasts.retentionSaveFailed(errorMessageOf(error))),
  });
  // A period that was set through the API is offered as well.
  const days = [...new Set([...offeredDays, ...(leadDays === null ? [] : [leadDays])])].sort((a, b) => a - b);
  const isShorter = period !== null && (leadDays === null || period < leadDays);
  return (
    <Stack gap="3" align="start">
      <ConflictChoices
        edit={edit}
        labelOf={() => privacyMessages.retentionPeriod}
        format={(days) => (days === null ? privacyMessages.forever : periodOf(days as number))}
      />
      <FormField label={privacyMessages.retentionPeriod}>
        <Select
          value={period ?? ''}
          onChange={({ target }) =>
            setValue('leadDays', target.value === '' ? null : Number(target.value), { shouldDirty: true })
          }
          options={[
            { value: '', label: privacyMessages.forever },
            ...days.map((count) => ({ value: String(count), label: periodOf(count) })),
          ]}
        />
      </FormField>
      <BusyButton
        size="sm"
        variant="outline"
        loading={isSaving && !isConfirming}
        onClick={() => (isShorter ? setConfirming(true) : submit())}
      >
        {privacyMessages.save}
      </BusyButton>
      {isConfirming && period !== null && (
        <ConfirmDialog
          title={privacyMessages.shortenTitle(periodOf(period))}
          confirmLabel={privacyMessages.shorten}
          busy={isSaving}
          onConfirm={submit}
          onClose={() => setConfirming(false)}
        >
          {privacyMessages.shortenText} {sharedMessages.cannotBeUndone}.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
