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

function summaryOf({ leads, texts, replies, spam }: Record<'leads' | 'texts' | 'replies' | 'spam', number>) {
  const parts = [
    leads > 0 && plural(leads, 'lead'),
    texts > 0 && plural(texts, 'message'),
    replies > 0 && plural(replies, 'reply', 'replies'),
    spam > 0 && plural(spam, 'spam submission'),
  ];
  return listFormat.format(parts.filter((part) => part !== false));
}
