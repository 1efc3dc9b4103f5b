import { useMutation } from '@apollo/client/react';
import { Button, Input, Stack, Text } from '@chakra-ui/react';
import { CreateAdminInvitationDocument } from '../../shared/graphql/generated';
import { Copy, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { BusyButton } from '../../ui/button/busy-button';
import { copyText } from '../../shared/copy-text';
import { FormField } from '../../ui/form/form-field';
import { notify } from '../../ui/feedback/toaster';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';
import { notices } from '../../messages/toasts';

/** Creates an invitation and shows its link once. */
export function InviteButton() {
  const [link, setLink] = useState<string | null>(null);
  const [invite, { loading }] = useMutation(CreateAdminInvitationDocument, {
    // The link must not stay in the cache after the dialog closes.
    fetchPolicy: 'no-cache',
    onCompleted: ({ createAdminInvitation }) => setLink(createAdminInvitation.link ?? null),
    onError: () => notify(accountNotices.invitationFailed),
  });
  return (
    <>
      <BusyButton size="sm" loading={loading} loadingText={accountWords.invite} onClick={() => void invite()}>
        <UserPlus aria-hidden="true" /> {accountWords.invite}
      </BusyButton>
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const copy = async () =>
    notify((await copyText(link)) ? accountNotices.invitationLinkCopied : notices.urlCopyFailed(link));
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        {accountWords.done}
      </Button>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" /> {accountWords.copyLink}
      </Button>
    </>
  );
  return (
    <ViewDialog title={accountWords.inviteTitle} onClose={onClose} footer={footer}>
      <Stack gap="4">
        <Text color="fg.muted">{accountWords.inviteText}</Text>
        <FormField label={accountWords.invitationLink} hint={accountWords.inviteOnce}>
          <Input readOnly value={link} onFocus={(event) => event.target.select()} />
        </FormField>
      </Stack>
    </ViewDialog>
  );
}
