import { useMutation } from '@apollo/client/react';
import { ErasePersonDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { privacyMessages } from '../../messages/privacy';
import { privacyToasts } from '../../messages/privacy-toasts';
import { sharedMessages } from '../../messages/shared';
import { countPersonalData } from './count-personal-data';
import type { PersonSearchResult } from './person-search-result';

interface ErasePersonDialogProps {
  clientId: string;
  found: PersonSearchResult;
  onErased: () => void;
  onClose: () => void;
}

/** Asks for confirmation before all data about a person is erased. */
export function ErasePersonDialog({
  clientId,
  found: { query, searchBy, person },
  onErased,
  onClose,
}: ErasePersonDialogProps) {
  const [erase, { loading }] = useMutation(ErasePersonDocument, {
    variables: { clientId, ...searchBy },
    onCompleted: ({ erasePerson }) => {
      showToast(privacyToasts.personErased(summaryOf(erasePerson)));
      onErased();
    },
    onError: () => showToast(privacyToasts.personEraseFailed),
  });
  return (
    <ConfirmDialog
      title={privacyMessages.eraseTitle(query)}
      confirmLabel={privacyMessages.erase}
      busy={loading}
      onConfirm={() => void erase()}
      onClose={onClose}
    >
      {privacyMessages.eraseText(summaryOf(countPersonalData(person)))}{' '}
      {person.optOuts.length > 0 && privacyMessages.eraseOptOut} {sharedMessages.cannotBeUndone}.
    </ConfirmDialog>
  );
}

const listFormat = new Intl.ListFormat('en');

type Counts = Record<'leads' | 'messages' | 'replies' | 'spamSubmissions', number>;

function summaryOf({ leads, messages, replies, spamSubmissions }: Counts) {
  const parts = [
    leads > 0 && plural(leads, 'lead'),
    messages > 0 && plural(messages, 'message'),
    replies > 0 && plural(replies, 'reply', 'replies'),
    spamSubmissions > 0 && plural(spamSubmissions, 'spam submission'),
  ];
  return listFormat.format(parts.filter((part) => part !== false));
}
