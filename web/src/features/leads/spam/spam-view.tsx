import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { type SpamLeadFieldsFragment, SpamLeadsDocument } from '../../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../../../ui/button/link-button';
import { PageHeader } from '../../../ui/layout/page-header';
import { Pager } from '../../../ui/table/pager';
import { retry } from '../../../shared/retry';
import { DeleteSpamDialog } from './delete-spam-dialog';
import { parseLeadQuery } from '../lead-query';
import { SpamTable } from './spam-table';
import { useRestoreSpam } from './use-restore-spam';
import { ViewSpamDialog } from './view-spam-dialog';

const PAGE_SIZE = 25;

/** Whether the URL requests the spam list instead of the leads list. */
export const isSpamView = (params: URLSearchParams) => params.get('view') === 'spam';

interface SpamViewProps {
  clientId: string;
  timeZone: string;
}

/** The spam list, whose submissions can be viewed, restored or deleted. */
export function SpamView({ clientId, timeZone }: SpamViewProps) {
  const [params, setParams] = useSearchParams();
  const { page } = parseLeadQuery(params);
  const [dialog, setDialog] = useState<{ kind: 'view' | 'delete'; spam: SpamLeadFieldsFragment } | null>(null);
  const variables = { clientId, first: PAGE_SIZE, offset: Math.min((page - 1) * PAGE_SIZE, MAX_OFFSET) };
  const { data, previousData, error, refetch } = useQuery(SpamLeadsDocument, { variables });
  const close = () => setDialog(null);
  const { restore, restoring } = useRestoreSpam(close);
  const result = (data ?? (error ? undefined : previousData))?.client.spamLeads;
  const turnTo = (target: number, replace = false) =>
    setParams(
      { tab: 'leads', view: 'spam', ...(target === 1 ? {} : { page: String(target) }) },
      { replace, preventScrollReset: true },
    );
  // The last submission of the last page may have been restored.
  const lastPage =
    data && Math.max(1, Math.ceil(Math.min(data.client.spamLeads.totalCount, MAX_OFFSET + 1) / PAGE_SIZE));
  const isPastTheEnd = lastPage !== undefined && page > lastPage;
  useEffect(() => {
    if (isPastTheEnd) turnTo(lastPage, true);
  });
  return (
    <Stack gap="3">
      <PageHeader
        title="Spam"
        description="Submissions that look automated. They are not counted and receive no messages unless you mark them as not spam."
      >
        <LinkButton to="?tab=leads" variant="outline" colorPalette="gray" size="sm">
          <ArrowLeft aria-hidden="true" /> All leads
        </LinkButton>
      </PageHeader>
      <SpamTable
        spam={isPastTheEnd ? undefined : result?.nodes}
        timeZone={timeZone}
        failed={error !== undefined}
        restoring={restoring}
        onRetry={() => retry(refetch())}
        onRestore={restore}
        onOpen={(kind, spam) => setDialog({ kind, spam })}
      />
      {result && (
        <Pager
          offset={(page - 1) * PAGE_SIZE}
          size={PAGE_SIZE}
          total={result.totalCount}
          maxOffset={MAX_OFFSET}
          onMove={(offset) => turnTo(offset / PAGE_SIZE + 1)}
        />
      )}
      {dialog?.kind === 'view' && (
        <ViewSpamDialog
          spam={dialog.spam}
          timeZone={timeZone}
          restoring={restoring !== null}
          onRestore={() => restore(dialog.spam)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && <DeleteSpamDialog spam={dialog.spam} onClose={close} />}
    </Stack>
  );
}
