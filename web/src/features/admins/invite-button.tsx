import { useMutation } from '@apollo/client/react';
import { Button, Input, Stack, Text } from '@chakra-ui/react';
import { CreateAdminInvitationDocument } from '../../shared/graphql/generated';
import { Copy, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { BusyButton } from '../../ui/button/busy-button';
import { copyText } from '../../shared/clipboard/copy-text';
import { FormField } from '../../ui/form/form-field';
import { showToast } from '../../ui/feedback/toaster';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { accountToasts } from '../../messages/account-toasts';
import { accountMessages } from '../../messages/accounts';
import { toasts } from '../../messages/toasts';

/** Creates an invitation and shows its link once. */
export function InviteButton() {
  const [link, setLink] = useState<string | null>(null);
  const [invite, { loading }] = useMutation(CreateAdminInvitationDocument, {
    // The link must not stay in the cache after the dialog closes.
    fetchPolicy: 'no-cache',
    onCompleted: ({ createAdminInvitation }) => setLink(createAdminInvitation.link ?? null),
    onError: () => showToast(accountToasts.invitationFailed),
  });
  return (
    <>
      <BusyButton size="sm" loading={loading} loadingText={accountMessages.invite} onClick={() => void invite()}>
        <UserPlus aria-hidden="true" /> {accountMessages.invite}
      </BusyButton>
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const copy = async () =>
    showToast((await copyText(link)) ? accountToasts.invitationLinkCopied : toasts.urlCopyFailed(link));
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        {accountMessages.done}
      </Button>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" /> {accountMessages.copyLink}
      </Button>
    </>
  );
  return (
    <ViewDialog title={accountMessages.inviteTitle} onClose={onClose} footer={footer}>
      <Stack gap="4">
        <Text color="fg.muted">{accountMessages.inviteText}</Text>
        <FormField label={accountMessages.invitationLink} hint={accountMessages.inviteOnce}>
          <Input readOnly value={link} onFocus={(event) => event.target.select()} />
        </FormField>
      </Stack>
    </ViewDialog>
  );
}
