import { useMutation } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import {
  BeginAuthenticatorDocument,
  type BeginAuthenticatorMutation,
  DeleteAuthenticatorDocument,
} from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { BusyButton } from '../../../ui/button/busy-button';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';
import { AuthenticatorDialog } from './authenticator-dialog';
import { RecoveryCodesDialog, useRecoveryCodes } from './recovery-codes-dialog';
import { SecurityCard } from './security-card';

interface AuthenticatorCardProps {
  /** Whether sign-ins ask for a code of the app. */
  isOn: boolean;
  /** Whether the first second factor also creates recovery codes. */
  needsCodes: boolean;
}

/** The account's authenticator app. */
export function AuthenticatorCard({ isOn, needsCodes }: AuthenticatorCardProps) {
  const [setup, setSetup] = useState<BeginAuthenticatorMutation['beginAuthenticator'] | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const recovery = useRecoveryCodes();
  const onError = (error: unknown) => showToast(securityToasts.failed(errorMessageOf(error)));
  const [begin, beginning] = useMutation(BeginAuthenticatorDocument, {
    fetchPolicy: 'no-cache',
    onCompleted: ({ beginAuthenticator }) => setSetup(beginAuthenticator),
    onError,
  });
  const [remove, removal] = useMutation(DeleteAuthenticatorDocument, {
    onCompleted: () => {
      setRemoving(false);
      showToast(securityToasts.authenticatorRemoved);
    },
    onError,
  });
  const confirmed = () => {
    setSetup(null);
    showToast(securityToasts.authenticatorAdded);
    if (needsCodes) void recovery.create();
  };
  const action = isOn ? (
    <BusyButton variant="outline" colorPalette="gray" size="sm" onClick={() => setRemoving(true)}>
      {securityMessages.removeAuthenticator}
    </BusyButton>
  ) : (
    <BusyButton variant="outline" size="sm" loading={beginning.loading} onClick={() => void begin()}>
      <Smartphone aria-hidden="true" /> {securityMessages.setUpAuthenticator}
    </BusyButton>
  );
  return (
    <SecurityCard title={securityMessages.authenticator} hint={securityMessages.authenticatorHint} action={action}>
      {isOn && <Text textStyle="sm">{securityMessages.authenticatorOn}</Text>}
      {setup && <AuthenticatorDialog setup={setup} onConfirmed={confirmed} onClose={() => setSetup(null)} />}
      {isRemoving && (
        <ConfirmDialog
          title={securityMessages.removeAuthenticatorTitle}
          confirmLabel={securityMessages.removeAuthenticator}
          busy={removal.loading}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        >
          {securityMessages.removeAuthenticatorText}
        </ConfirmDialog>
      )}
      {recovery.codes && <RecoveryCodesDialog codes={recovery.codes} onClose={recovery.close} />}
    </SecurityCard>
  );
}
