import { Button, Stack } from '@chakra-ui/react';
import {
  type SequenceFieldsFragment,
  type SequenceVersionFieldsFragment,
  SequencesDocument,
} from '../../shared/graphql/generated';
import { MessageSquareText, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Card } from '../../ui/layout/card';
import { useReadOnly } from '../../shared/dashboard-access';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { dashboardMessages } from '../../messages/dashboard';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { DeleteSequenceDialog } from './delete-sequence-dialog';
import { ForecastPanel } from './forecast/forecast-panel';
import { ProcessSmsButton } from './process-sms-button';
import { SequencePreviewDialog } from './preview/sequence-preview-dialog';
import { SequenceCard } from './sequence-card';
import { SequenceSkeleton } from './sequence-skeleton';

// Loaded when it opens, because it contains drag and drop.
const SequenceDrawer = lazy(async () => ({ default: (await import('./sequence-drawer')).SequenceDrawer }));

const SequenceVersionsDrawer = lazy(async () => ({
  default: (await import('./versions/sequence-versions-drawer')).SequenceVersionsDrawer,
}));

const viewing = ['preview', 'versions'] as const;
const editing = [...viewing, 'new', 'edit', 'delete'] as const;

/** The SMS Follow-ups tab. */
export function SequencesTab({ clientId }: { clientId: string }) {
  const { items, isComplete, error, refetch } = useWholeList(
    SequencesDocument,
    { clientId },
    ({ client }) => client.sequences,
  );
  const isReadOnly = useReadOnly();
  const { kind, id, open, close } = useAddressedDialog(isReadOnly ? viewing : editing);
  const [restored, setRestored] = useState<SequenceVersionFieldsFragment>();
  const sequence = useOpened<SequenceFieldsFragment>(`${kind} ${id}`).keep(items?.find((item) => item.id === id));
  return (
    <Stack gap="3">
      <PageHeader title={dashboardMessages.smsFollowUps}>
        {!isReadOnly && <ProcessSmsButton clientId={clientId} />}
        {!isReadOnly && (
          <Button size="sm" onClick={() => open('new')}>
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
      {items && items.length > 0 && <ForecastPanel clientId={clientId} />}
      {items?.map((item) => (
        <SequenceCard
          key={item.id}
          sequence={item}
          onPreview={() => open('preview', item.id)}
          onVersions={() => open('versions', item.id)}
          onEdit={() => {
            setRestored(undefined);
            open('edit', item.id);
          }}
          onDelete={() => open('delete', item.id)}
        />
      ))}
      <Suspense>
        {kind === 'new' && <SequenceDrawer clientId={clientId} onClose={close} />}
        {sequence && kind === 'edit' && (
          <SequenceDrawer
            clientId={clientId}
            sequence={sequence}
            restored={restored}
            onClose={() => {
              setRestored(undefined);
              close();
            }}
          />
        )}
        {sequence && kind === 'versions' && (
          <SequenceVersionsDrawer
            sequence={sequence}
            onRestore={(version) => {
              setRestored(version);
              open('edit', sequence.id);
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {sequence && kind === 'preview' && <SequencePreviewDialog sequence={sequence} onClose={close} />}
      {sequence && kind === 'delete' && <DeleteSequenceDialog sequence={sequence} onClose={close} />}
      {id !== '' && isComplete && !sequence && <NotFoundDialog what="sequence" onClose={close} />}
    </Stack>
  );
}
