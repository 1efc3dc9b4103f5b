import { useQuery } from '@apollo/client/react';
import { Heading, Skeleton, Text } from '@chakra-ui/react';
import { RetentionPolicyDocument } from '../../shared/graphql/generated';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { privacyMessages } from '../../messages/privacy';
import { RetentionForm } from './retention-form';

/** The setting for how long a client's leads are kept. */
export function RetentionPanel({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(RetentionPolicyDocument, { variables: { clientId } });
  return (
    <Card as="section" aria-labelledby="retention" padding="5" minWidth="0">
      <Heading as="h3" id="retention" size="md">
        {privacyMessages.retentionTitle}
      </Heading>
      <Text textStyle="sm" color="fg.muted" marginBottom="4">
        {privacyMessages.retentionHint}
      </Text>
      {!data && error && <LoadError subject={privacyMessages.period} onRetry={() => retry(refetch())} />}
      {!data && !error && <Skeleton height="7rem" />}
      {data && <RetentionForm clientId={clientId} policy={data.client.retentionPolicy} />}
    </Card>
  );
}
