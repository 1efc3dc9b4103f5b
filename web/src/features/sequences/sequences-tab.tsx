import { Button, Stack } from '@chakra-ui/react';
import { type SequenceFieldsFragment, SequencesDocument } from '../../shared/graphql/generated';
import { MessageSquareText, Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Card } from '../../ui/layout/card';
import { useReadOnly } from '../../shared/dashboard-access';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { dashboardMessages } from '../../messages/dashboard';
import { DeleteSequenceDialog } from './delete-sequence-dialog';
import { ProcessSmsButton } from './process-sms-button';
import { SequencePreviewDialog } from './preview/sequence-preview-dialog';
import { SequenceCard } from './sequence-card';
import { SequenceDialog } from './sequence-dialog';
import { SequenceSkeleton } from './sequence-skeleton';

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'preview' | 'delete'; sequence: SequenceFieldsFragment } | null;

/** The SMS Follow-ups tab. */
export function SequencesTab({ clientId }: { clientId: string }) {
  const { items, error, refetch } = useWholeList(SequencesDocument, { clientId }, ({ client }) => client.sequences);
  const isReadOnly = useReadOnly();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Stack gap="3">
      <PageHeader title={dashboardMessages.smsFollowUps}>
        {!isReadOnly && <ProcessSmsButton clientId={clientId} />}
        {!isReadOnly && (
          <Button size="sm" onClick={() => setDialog({ kind: 'create' })}>
            <Plus aria-hidden="true" /> Create sequence
          </Button>
        )}
      </PageHeader>
      {!items && error && <Card children={<LoadError subject="the sequences" onRetry={() => retry(refetch())} />} />}
      {!items && !error && <SequenceSkeleton />}
      {items?.length === 0 && (
        <Card>
          <EmptyState icon={MessageSquareText} title="No SMS sequences yet">
            A sequence messages each new lead for you: a welcome right away, a reminder tomorrow, a final note next
            week.
          </EmptyState>
        </Card>
      )}
      {items?.map((sequence) => (
        <SequenceCard
          key={sequence.id}
          sequence={sequence}
          onPreview={() => setDialog({ kind: 'preview', sequence })}
          onEdit={() => setDialog({ kind: 'edit', sequence })}
          onDelete={() => setDialog({ kind: 'delete', sequence })}
        />
      ))}
      {dialog?.kind === 'create' && <SequenceDialog clientId={clientId} onClose={close} />}
      {dialog?.kind === 'edit' && <SequenceDialog clientId={clientId} sequence={dialog.sequence} onClose={close} />}
      {dialog?.kind === 'preview' && <SequencePreviewDialog sequence={dialog.sequence} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteSequenceDialog sequence={dialog.sequence} onClose={close} />}
    </Stack>
  );
}
