import { useMutation } from '@apollo/client/react';
import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { RecordOptOutDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { formatDateTime } from '../../../shared/format';
import { leadMessages } from '../../../messages/leads/lead-details';
import { privacyToasts } from '../../../messages/privacy-toasts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { showToast } from '../../../ui/feedback/toaster';

interface LeadOptOutProps {
  leadId: string;
  optedOutAt: string | null | undefined;
  timeZone: string;
  /** Called after the opt-out was recorded. */
  onRecorded: () => void;
}

/** Since when the lead's number has opted out, or the button that records an opt-out received in another way. */
export function LeadOptOut({ leadId, optedOutAt, timeZone, onRecorded }: LeadOptOutProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [record, { loading }] = useMutation(RecordOptOutDocument, {
    variables: { id: leadId },
    onCompleted: () => {
      setIsAsking(false);
      onRecorded();
    },
    onError: (error) => showToast(privacyToasts.optOutFailed(errorMessageOf(error))),
  });
  if (optedOutAt)
    return (
      <Text textStyle="sm" fontWeight="medium">
        {leadMessages.optedOut(formatDateTime(optedOutAt, timeZone))}
      </Text>
    );
  return (
    <>
      <Button size="sm" variant="outline" alignSelf="start" onClick={() => setIsAsking(true)}>
        {leadMessages.stopMessages}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={leadMessages.stopTitle}
          confirmLabel={leadMessages.stopMessages}
          busy={loading}
          onConfirm={() => void record()}
          onClose={() => setIsAsking(false)}
        >
          {leadMessages.stopText}
        </ConfirmDialog>
      )}
    </>
  );
}
