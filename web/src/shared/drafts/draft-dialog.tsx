import { RadioGroup, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { draftMessages as messages, draftToasts } from '../../messages/history/drafts';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { DateTimeField } from '../../ui/form/date-time-field';
import { errorMessageOf, fieldErrorsOf } from '../api-error';
import { deviceTimeZone } from '../format';

interface DraftDialogProps {
  /** When the current draft is published, or null if it is not scheduled or there is none. */
  publishAt: string | null;
  /** Saves the form's changes as a draft, which is published at a time or not at all. */
  onSave: (publishAt: string | null) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
  /** What else is asked if the draft is published at a time. */
  children?: ReactNode;
}

/** Saves a form as a draft, and plans when it is published. */
export function DraftDialog({ publishAt: planned, onSave, onSaved, onClose, children }: DraftDialogProps) {
  const [isScheduled, setScheduled] = useState(planned !== null);
  const [time, setTime] = useState(planned === null ? '' : toLocalTime(new Date(planned)));
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const submit = async () => {
    // Without a zone, the browser reads it in that of the device.
    const publishAt = isScheduled ? new Date(time) : null;
    if (publishAt && !(publishAt.getTime() > Date.now())) return setError(messages.timeMissing);
    setSaving(true);
    try {
      await onSave(publishAt?.toISOString() ?? null);
      showToast(draftToasts.saved);
      onSaved();
    } catch (failure) {
      setError(fieldErrorsOf(failure)['publishAt']);
      showToast(draftToasts.saveFailed(errorMessageOf(failure)));
    }
    setSaving(false);
  };
  return (
    <FormDialog
      title={messages.save}
      submitLabel={messages.save}
      busy={isSaving}
      isUnsaved={false}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="5">
        <Text>{messages.explanation}</Text>
        <RadioGroup.Root
          aria-label={messages.when}
          value={isScheduled ? 'scheduled' : 'later'}
          onValueChange={({ value }) => setScheduled(value === 'scheduled')}
        >
          <Stack gap="1">
            {(['later', 'scheduled'] as const).map((value) => (
              <RadioGroup.Item key={value} value={value} minHeight="11">
                <RadioGroup.ItemHiddenInput />
                <RadioGroup.ItemIndicator />
                <RadioGroup.ItemText>{messages[value]}</RadioGroup.ItemText>
              </RadioGroup.Item>
            ))}
          </Stack>
        </RadioGroup.Root>
        {isScheduled && (
          <>
            <DateTimeField
              label={messages.time}
              hint={messages.timeZone(deviceTimeZone())}
              error={error}
              value={time}
              onChange={(value) => {
                setTime(value);
                setError(undefined);
              }}
            />
            {children}
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

/** Returns a time for the browser's date and time input, in the time zone of the device. */
const toLocalTime = (time: Date) =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
