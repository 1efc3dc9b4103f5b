import { useMutation } from '@apollo/client/react';
import { Heading, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { type NumberEvidenceFieldsFragment, SetLegalHoldDocument } from '../../shared/graphql/generated';
import { errorMessageOf } from '../../shared/api-error';
import { evidenceMessages } from '../../messages/evidence';
import { BusyButton } from '../../ui/button/busy-button';
import { FormField } from '../../ui/form/form-field';

interface LegalHoldProps {
  found: NumberEvidenceFieldsFragment;
  onChanged: (found: NumberEvidenceFieldsFragment) => void;
}

/** Sets or ends the legal hold of a number. */
export function LegalHold({ found: { phone, legalHold }, onChanged }: LegalHoldProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [change, { loading, error }] = useMutation(SetLegalHoldDocument, {
    onCompleted: ({ setLegalHold }) => onChanged(setLegalHold),
    onError: () => undefined,
  });
  const set = () => {
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') void change({ variables: { phone, reason } });
  };
  return (
    <Stack as="section" aria-label={evidenceMessages.hold} gap="3" align="start" borderTopWidth="1px" paddingTop="5">
      <Heading as="h3" size="sm">
        {evidenceMessages.hold}
      </Heading>
      <Text color="fg.muted" textStyle="sm">
        {legalHold ? evidenceMessages.heldBy(legalHold.setBy, legalHold.reason) : evidenceMessages.holdHint}
      </Text>
      {legalHold ? (
        <BusyButton
          size="sm"
          variant="outline"
          loading={loading}
          onClick={() => void change({ variables: { phone, reason: null } })}
        >
          {evidenceMessages.endHold}
        </BusyButton>
      ) : (
        <>
          <FormField
            label={evidenceMessages.holdReason}
            hint={evidenceMessages.holdReasonHint}
            error={isMissing ? evidenceMessages.holdReasonMissing : error && errorMessageOf(error)}
          >
            <Input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </FormField>
          <BusyButton size="sm" variant="outline" loading={loading} onClick={set}>
            {evidenceMessages.setHold}
          </BusyButton>
        </>
      )}
    </Stack>
  );
}
