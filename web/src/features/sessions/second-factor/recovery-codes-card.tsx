import { Text } from '@chakra-ui/react';
import { BusyButton } from '../../../ui/button/busy-button';
import { securityMessages } from '../../../messages/security';
import { RecoveryCodesDialog, useRecoveryCodes } from './recovery-codes-dialog';
import { SecurityCard } from './security-card';

/** The number of unused recovery codes, and a button that replaces them. */
export function RecoveryCodesCard({ left }: { left: number }) {
  const { codes, create, isBusy, close } = useRecoveryCodes();
  return (
    <SecurityCard
      title={securityMessages.recoveryCodes}
      hint={securityMessages.recoveryCodesHint}
      action={
        <BusyButton variant="outline" size="sm" loading={isBusy} onClick={() => void create()}>
          {securityMessages.createCodes}
        </BusyButton>
      }
    >
      <Text textStyle="sm">{securityMessages.recoveryCodesLeft(left)}</Text>
      {codes && <RecoveryCodesDialog codes={codes} onClose={close} />}
    </SecurityCard>
  );
}
