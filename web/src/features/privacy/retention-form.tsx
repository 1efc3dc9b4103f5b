import { useMutation } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { RetentionDocument, UpdateRetentionDocument } from '../../shared/graphql/generated';
import { useState } from 'react';
import { messageOf } from '../../shared/api-error';
import { plural } from '../../shared/format';
import { BusyButton } from '../../ui/button/busy-button';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { FormField } from '../../ui/form/form-field';
import { Select } from '../../ui/form/select';
import { notify } from '../../ui/feedback/toaster';
import { privacyWords } from '../../messages/privacy';
import { privacyNotices } from '../../messages/privacy-toasts';
import { sharedWords } from '../../messages/shared';

const YEAR = 365;
const offered = [30, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 10 * YEAR];

const periodOf = (days: number) => (days % YEAR === 0 ? plural(days / YEAR, 'year') : plural(days, 'day'));

/** Another period; one that is shorter deletes, so it asks first. */
export function RetentionForm({ clientId, leadDays }: { clientId: string; leadDays: number | null }) {
  const [picked, setPicked] = useState<number | null>();
  const chosen = picked === undefined ? leadDays : picked;
  const [isAsking, setAsking] = useState(false);
  const [update, { loading }] = useMutation(UpdateRetentionDocument, {
    variables: { clientId, input: { leadDays: chosen } },
    // At once, so that the old period does not come back for a moment.
    update: (cache, { data }) =>
      cache.writeQuery({
        query: RetentionDocument,
        variables: { clientId },
        data: { retention: data!.updateRetention },
      }),
    onCompleted: () => {
      setAsking(false);
      setPicked(undefined);
      notify(privacyNotices.retentionSaved);
    },
    onError: (error) => notify(privacyNotices.retentionSaveFailed(messageOf(error))),
  });
  // One that the API was given is offered as well.
  const days = [...new Set([...offered, ...(leadDays === null ? [] : [leadDays])])].sort((a, b) => a - b);
  const isShorter = chosen !== null && (leadDays === null || chosen < leadDays);
  return (
    <Stack gap="3" align="start">
      <FormField label={privacyWords.kept}>
        <Select
          value={chosen ?? ''}
          onChange={({ target }) => setPicked(target.value === '' ? null : Number(target.value))}
          options={[
            { value: '', label: privacyWords.forGood },
            ...days.map((each) => ({ value: String(each), label: periodOf(each) })),
          ]}
        />
      </FormField>
      <BusyButton
        size="sm"
        variant="outline"
        loading={loading && !isAsking}
        onClick={() => (isShorter ? setAsking(true) : void update())}
      >
        {privacyWords.save}
      </BusyButton>
      {isAsking && chosen !== null && (
        <ConfirmDialog
          title={privacyWords.shortenTitle(periodOf(chosen))}
          confirmLabel={privacyWords.shorten}
          busy={loading}
          onConfirm={() => void update()}
          onClose={() => setAsking(false)}
        >
          {privacyWords.shortenText} {sharedWords.cannotBeUndone}.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
