import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack } from '@chakra-ui/react';
import { AccountSecurityDocument } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { LoadError } from '../../../ui/feedback/load-error';
import { Card } from '../../../ui/layout/card';
import { AuthenticatorCard } from './authenticator-card';
import { PasskeysCard } from './passkeys-card';
import { RecoveryCodesCard } from './recovery-codes-card';
import { SessionsCard } from './sessions-card';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';

/** The passkeys, authenticator app, recovery codes and sessions of the signed-in account. */
export function SecurityPanel() {
  const { data, error, refetch } = useQuery(AccountSecurityDocument, refreshedOnOpen);
  if (!data)
    return error ? (
      <Card children={<LoadError subject="your security settings" onRetry={() => retry(refetch())} />} />
    ) : (
      <Skeleton height="24rem" />
    );
  const { passkeys, hasAuthenticator, recoveryCodesLeft, sessions } = data.accountSecurity;
  const hasSecondFactor = hasAuthenticator || passkeys.length > 0;
  return (
    <Stack gap="6">
      <PasskeysCard passkeys={passkeys} needsCodes={recoveryCodesLeft === 0} />
      <AuthenticatorCard isOn={hasAuthenticator} needsCodes={recoveryCodesLeft === 0} />
      {hasSecondFactor && <RecoveryCodesCard left={recoveryCodesLeft} />}
      <SessionsCard sessions={sessions} />
    </Stack>
  );
}
