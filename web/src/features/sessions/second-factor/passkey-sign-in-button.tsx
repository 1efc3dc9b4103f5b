import { Fingerprint } from 'lucide-react';
import { BusyButton } from '../../../ui/button/busy-button';
import { secondFactorMessages } from '../../../messages/sign-in';
import { usePasskeySignIn } from './use-passkey-sign-in';
import { useWelcome } from './use-welcome';

/** Signs in with a passkey in place of username and password. */
export function PasskeySignInButton() {
  const { isBusy, signIn } = usePasskeySignIn(useWelcome());
  return (
    <BusyButton variant="outline" width="full" loading={isBusy} onClick={() => void signIn(null)}>
      <Fingerprint aria-hidden="true" /> {secondFactorMessages.usePasskey}
    </BusyButton>
  );
}
