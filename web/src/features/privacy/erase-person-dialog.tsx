import { useMutation } from '@apollo/client/react';
import { ErasePersonDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { notify } from '../../ui/feedback/toaster';
import { privacyWords } from '../../messages/privacy';
import { privacyNotices } from '../../messages/privacy-toasts';
import { sharedWords } from '../../messages/shared';
import { countPerson } from './count-personal-data';
import type { Found } from './person-search-result';

interface ErasePersonDialogProps {
  clientId: string;
  found: Found;
  onErased: () => void;
  onClose: () => void;
}

/** Asks for confirmation before all data about a person is erased. */
export function ErasePersonDialog({
  clientId,
  found: { who, wanted, person },
  onErased,
  onClose,
}: ErasePersonDialogProps) {
  const [erase, { loading }] = useMutation(ErasePersonDocument, {
    variables: { clientId, ...wanted },
    onCompleted: ({ erasePerson }) => {
      notify(privacyNotices.personErased(summaryOf(erasePerson)));
      onErased();
    },
    onError: () => notify(privacyNotices.personEraseFailed),
  });
  return (
    <ConfirmDialog
      title={privacyWords.eraseTitle(who)}
      confirmLabel={privacyWords.erase}
      busy={loading}
      onConfirm={() => void erase()}
      onClose={onClose}
    >
      {privacyWords.eraseText(summaryOf(countPerson(person)))} {person.optOuts.length > 0 && privacyWords.eraseOptOut}{' '}
      {sharedWords.cannotBeUndone}.
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
