import { useMutation } from '@apollo/client/react';
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeletePasskeyDocument, type PasskeyFieldsFragment } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { IconAction } from '../../../ui/button/icon-action';
import { TimeAgo } from '../../../ui/data/time-ago';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { accountMessages } from '../../../messages/accounts';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';
import { AddPasskeyDialog } from './add-passkey-dialog';
import { RecoveryCodesDialog, useRecoveryCodes } from './recovery-codes-dialog';
import { SecurityCard } from './security-card';

interface PasskeysCardProps {
  passkeys: readonly PasskeyFieldsFragment[];
  /** Whether the first second factor also creates recovery codes. */
  needsCodes: boolean;
}

/** The account's passkeys. */
export function PasskeysCard({ passkeys, needsCodes }: PasskeysCardProps) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PasskeyFieldsFragment | null>(null);
  const recovery = useRecoveryCodes();
  const added = () => {
    setAdding(false);
    showToast(securityToasts.passkeyAdded);
    if (needsCodes) void recovery.create();
  };
  return (
    <SecurityCard
      title={securityMessages.passkeys}
      hint={securityMessages.passkeysHint}
      action={
        <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
          <KeyRound aria-hidden="true" /> {securityMessages.addPasskey}
        </Button>
      }
    >
      {passkeys.length === 0 ? (
        <Text textStyle="sm">{securityMessages.noPasskeys}</Text>
      ) : (
        <Stack as="ul" gap="0" listStyleType="none">
          {passkeys.map((passkey) => (
            <Flex
              as="li"
              key={passkey.id}
              align="center"
              justify="space-between"
              gap="3"
              borderTopWidth="1px"
              paddingY="2"
            >
              <Stack gap="0" minWidth="0">
                <Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
                  {passkey.name}
                </Text>
                <Text color="fg.muted" textStyle="sm">
                  {accountMessages.added} <TimeAgo at={passkey.createdAt} /> · {securityMessages.lastUsed}{' '}
                  {passkey.lastUsedAt ? <TimeAgo at={passkey.lastUsedAt} /> : '–'}
                </Text>
              </Stack>
              <IconAction
                label={securityMessages.removePasskey(passkey.name)}
                icon={Trash2}
                onClick={() => setRemoving(passkey)}
              />
            </Flex>
          ))}
        </Stack>
      )}
      {isAdding && <AddPasskeyDialog onAdded={added} onClose={() => setAdding(false)} />}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />}
      {recovery.codes && <RecoveryCodesDialog codes={recovery.codes} onClose={recovery.close} />}
    </SecurityCard>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: PasskeyFieldsFragment; onClose: () => void }) {
  const [remove, { loading }] = useMutation(DeletePasskeyDocument, {
    variables: { id: passkey.id },
    onCompleted: () => {
      showToast(securityToasts.passkeyRemoved);
      onClose();
    },
    onError: (error) => showToast(securityToasts.failed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={securityMessages.removePasskeyTitle(passkey.name)}
      confirmLabel={securityMessages.confirmRemovePasskey}
      busy={loading}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {securityMessages.removePasskeyText}
    </ConfirmDialog>
  );
}
