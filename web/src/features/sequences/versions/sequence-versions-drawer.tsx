import { useQuery } from '@apollo/client/react';
import { sequenceVersionMessages as messages } from '../../../messages/sequences/versions';
import { useReadOnly } from '../../../shared/dashboard-access';
import {
  type SequenceFieldsFragment,
  type SequenceVersionFieldsFragment,
  SequenceVersionsDocument,
} from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import { VersionsDrawer } from '../../../shared/versions/versions-drawer';
import { diffVersions } from './diff-versions';

interface SequenceVersionsDrawerProps {
  sequence: Pick<SequenceFieldsFragment, 'id' | 'name'>;
  /** Opens the form of the sequence with the version's values, which are not saved yet. */
  onRestore: (version: SequenceVersionFieldsFragment) => void;
  onClose: () => void;
}

/** The versions of a sequence, and what each did with leads in progress. */
export function SequenceVersionsDrawer({ sequence, onRestore, onClose }: SequenceVersionsDrawerProps) {
  const { data, error, refetch, fetchMore, loading } = useQuery(SequenceVersionsDocument, {
    variables: { id: sequence.id },
    ...refreshedOnOpen,
  });
  const isReadOnly = useReadOnly();
  const { nodes, pageInfo } = data?.sequence.versions ?? {};
  return (
    <VersionsDrawer
      name={sequence.name}
      description={messages.description}
      versions={nodes}
      diff={diffVersions}
      noteOf={({ enrolledLeads }) => messages.actions[enrolledLeads]}
      hasError={error !== undefined}
      isLoading={loading}
      onRetry={() => retry(refetch())}
      onMore={pageInfo?.hasNextPage ? () => fetchMore({ variables: { after: pageInfo.endCursor } }) : undefined}
      onRestore={isReadOnly ? undefined : onRestore}
      onClose={onClose}
    />
  );
}
