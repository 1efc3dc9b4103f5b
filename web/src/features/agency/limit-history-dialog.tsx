import { useQuery } from '@apollo/client/react';
import { HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { limitNames, usageMessages } from '../../messages/agency/usage';
import { formatCount } from '../../shared/format';
import { type AttentionClientFragment, LimitChangesDocument } from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { TimeAgo } from '../../ui/data/time-ago';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { LoadError } from '../../ui/feedback/load-error';

interface LimitHistoryDialogProps {
  client: Pick<AttentionClientFragment, 'id' | 'businessName' | 'timeZone'>;
  onClose: () => void;
}

/** Who changed which limit of a client, and when. */
export function LimitHistoryDialog({ client, onClose }: LimitHistoryDialogProps) {
  const { data, error, refetch } = useQuery(LimitChangesDocument, {
    variables: { clientId: client.id },
    ...refreshedOnOpen,
  });
  const changes = data?.limitChanges;
  return (
    <ViewDialog title={usageMessages.historyOf(client.businessName)} onClose={onClose}>
      {error && !changes && <LoadError subject="the changes" onRetry={() => retry(refetch())} />}
      {!error && !changes && <Skeleton height="5rem" />}
      {changes?.nodes.length === 0 && <Text color="fg.muted">{usageMessages.noHistory}</Text>}
      <Stack as="ul" gap="3" listStyleType="none" paddingBottom="4">
        {changes?.nodes.map(({ id, quota, previous, current, changedBy, changedAt }) => (
          <HStack as="li" key={id} justify="space-between" align="baseline" gap="4" textStyle="sm">
            <Text as="span" fontWeight="medium" className="tabular">
              {usageMessages.changed(limitNames[quota], formatCount(previous), formatCount(current))}
            </Text>
            <Text as="span" color="fg.muted" textAlign="end" overflowWrap="anywhere">
              <bdi>{changedBy}</bdi>, <TimeAgo at={changedAt} timeZone={client.timeZone} />
            </Text>
          </HStack>
        ))}
      </Stack>
      {changes && changes.totalCount > changes.nodes.length && (
        <Text color="fg.muted" textStyle="sm">
          {usageMessages.olderHistory(formatCount(changes.nodes.length), formatCount(changes.totalCount))}
        </Text>
      )}
    </ViewDialog>
  );
}
