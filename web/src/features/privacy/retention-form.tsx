import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { RetentionPolicyDocument, UpdateRetentionPolicyDocument } from '../../shared/graphql/generated';
import { useState } from 'react';
import { errorMessageOf } from '../../shared/api-error';
import { plural } from '../../shared/format';
import { BusyButton } from '../../ui/button/busy-button';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { FormField } from '../../ui/form/form-field';
import { Select } from '../../ui/form/select';
import { showToast } from '../../ui/feedback/toaster';
import { privacyMessages } from '../../messages/privacy';
import { privacyToasts } from '../../messages/privacy-toasts';
import { sharedMessages } from '../../messages/shared';

const YEAR = 365;
const offeredDays = [30, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 10 * YEAR];

const periodOf = (days: number) => (days % YEAR === 0 ? plural(days / YEAR, 'year') : plural(days, 'day'));

/** Changes the retention period. A shorter period deletes leads, so it asks for confirmation. */
export function RetentionForm({ clientId, leadDays }: { clientId: string; leadDays: number | null }) {
  const [selected, setSelected] = useState<number | null>();
  const period = selected === undefined ? leadDays : selected;
  const [isConfirming, setConfirming] = useState(false);
  const [update, { loading }] = useMutation(UpdateRetentionPolicyDocument, {
    variables: { clientId, input: { leadDays: period } },
    // The stored period decides whether the next one needs confirmation, so it must not wait for a refetch.
    update: (cache, { data }) =>
      cache.updateQuery(
        { query: RetentionPolicyDocument, variables: { clientId } },
        (shown) => shown && { client: { ...shown.client, retentionPolicy: data!.updateRetentionPolicy } },
      ),
    onCompleted: () => {
      setConfirming(false);
      setSelected(undefined);
      showToast(privacyToasts.retentionSaved);
    },
    onError: (error) => showToast(privacyToasts.retentionSaveFailed(errorMessageOf(error))),
  });
  // A period that was set through the API is offered as well.
  const days = [...new Set([...offeredDays, ...(leadDays === null ? [] : [leadDays])])].sort((a, b) => a - b);
  const isShorter = period !== null && (leadDays === null || period < leadDays);
  return (
    <Stack gap="3" align="start">
      <FormField label={privacyMessages.retentionPeriod}>
        <Select
          value={period ?? ''}
          onChange={({ target }) => setSelected(target.value === '' ? null : Number(target.value))}
          options={[
            { value: '', label: privacyMessages.forever },
            ...days.map((count) => ({ value: String(count), label: periodOf(count) })),
          ]}
        />
      </FormField>
      <BusyButton
        size="sm"
        variant="outline"
        loading={loading && !isConfirming}
        onClick={() => (isShorter ? setConfirming(true) : void update())}
      >
        {privacyMessages.save}
      </BusyButton>
      {isConfirming && period !== null && (
        <ConfirmDialog
          title={privacyMessages.shortenTitle(periodOf(period))}
          confirmLabel={privacyMessages.shorten}
          busy={loading}
          onConfirm={() => void update()}
          onClose={() => setConfirming(false)}
        >
          {privacyMessages.shortenText} {sharedMessages.cannotBeUndone}.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
