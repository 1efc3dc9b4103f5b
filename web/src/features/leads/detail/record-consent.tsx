import { useMutation } from '@apollo/client/react';
import { Textarea } from '@chakra-ui/react';
import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { useState } from 'react';
import { RecordConsentDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { FormField } from '../../../ui/form/form-field';
import { InlineForm } from '../../../ui/form/inline-form';

interface RecordConsentProps {
  leadId: string;
  onRecorded: () => void;
}

/** Records that the lead's number agreed to messages in another way than on the form. */
export function RecordConsent({ leadId, onRecorded }: RecordConsentProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [howObtained, setHowObtained] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [record, { loading, error }] = useMutation(RecordConsentDocument, {
    onCompleted: onRecorded,
    onError: () => undefined,
  });
  const save = () => {
    setIsMissing(howObtained.trim() === '');
    if (howObtained.trim() !== '') void record({ variables: { id: leadId, howObtained } });
  };
  const problem = isMissing ? 'Say where and when the person agreed' : error && errorMessageOf(error);
  return (
    <InlineForm
      openLabel="Record consent"
      submitLabel="Record consent"
      isOpen={isOpen}
      busy={loading}
      onOpenChange={setIsOpen}
      onSubmit={save}
    >
      <FormField
        label="How did this person agree?"
        hint="Where and when, such as “Signed the form at the counter on 3 May”. It is kept as evidence with your name and the time."
        error={problem}
        required
      >
        <Textarea
          rows={3}
          maxLength={MAX_TEXT_LENGTH}
          value={howObtained}
          onChange={(event) => setHowObtained(event.target.value)}
        />
      </FormField>
    </InlineForm>
  );
}
