import { useMutation, useQuery } from '@apollo/client/react';
import { Button, HStack, Progress, Stack, Text } from '@chakra-ui/react';
import { History, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { leadJobMessages as messages, leadJobToasts } from '../../../messages/leads/lead-jobs';
import { selectionMessages } from '../../../messages/leads/lead-selection';
import { errorMessageOf } from '../../../shared/api-error';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import { formatCount, plural } from '../../../shared/format';
import {
  CancelLeadJobDocument,
  type LeadJobFieldsFragment,
  LeadJobsDocument,
  UndoLeadJobDocument,
} from '../../../shared/graphql/generated';
import { IconAction } from '../../../ui/button/icon-action';
import { showToast } from '../../../ui/feedback/toaster';
import { Card } from '../../../ui/layout/card';
import { useLatest } from '../../../ui/table/use-latest';
import { statusChoices } from '../lead-query';

const POLL_MS = 1_000;
/** How long a result is shown without being asked for, in milliseconds. */
const SHOWN_MS = 10 * 60_000;

interface LeadJobPanelProps {
  clientId: string;
  /** Called when a change has ended, so that the leads load again. */
  onEnded: () => void;
}

/** The changes of many leads that run, with their progress, the last result, and earlier ones that can be undone. */
export function LeadJobPanel({ clientId, onEnded }: LeadJobPanelProps) {
  const reload = useLatest(onEnded);
  const [openedAt] = useState(() => Date.now());
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const { data, startPolling, stopPolling } = useQuery(LeadJobsDocument, {
    variables: { clientId },
  });
  const jobs = data?.client.leadJobs.nodes ?? [];
  const runningJobs = jobs.filter(({ state }) => state === 'running');
  const running = runningJobs.length;
  const ended = jobs.filter(({ finishedAt }) => finishedAt != null);
  useEffect(() => {
    if (running > 0) startPolling(POLL_MS);
    else stopPolling();
  }, [running, startPolling, stopPolling]);
  // A short job may have ended before it was seen running.
  const latestEnd = data && ended.map(({ finishedAt }) => finishedAt!).reduce((a, b) => (a > b ? a : b), '');
  const knownEnd = useRef(latestEnd);
  useEffect(() => {
    if (knownEnd.current !== undefined && latestEnd !== knownEnd.current) reload();
    knownEnd.current = latestEnd;
  }, [reload, latestEnd]);
  const newest = ended.slice(0, 1).filter(({ finishedAt }) => Date.parse(finishedAt!) > openedAt - SHOWN_MS);
  const earlier = ended.filter((job) => !newest.includes(job) && job.canUndo);
  const shown = [
    ...runningJobs,
    ...[...newest, ...(showsEarlier ? earlier : [])].filter(({ id }) => !hidden.includes(id)),
  ];
  return (
    <Stack gap="2" role="status" _empty={{ display: 'none' }}>
      {shown.map((job) => (
        <JobCard key={job.id} job={job} onHide={() => setHidden((ids) => [...ids, job.id])} />
      ))}
      {earlier.length > 0 && !showsEarlier && (
        <Button
          size="xs"
          variant="ghost"
          colorPalette="gray"
          alignSelf="flex-start"
          onClick={() => setShowsEarlier(true)}
        >
          <History aria-hidden="true" /> {messages.earlier}
        </Button>
      )}
    </Stack>
  );
}

function JobCard({ job, onHide }: { job: LeadJobFieldsFragment; onHide: () => void }) {
  const { id, state, total, processed, skipped, error, canUndo } = job;
  const [cancel, { loading: isCanceling }] = useMutation(CancelLeadJobDocument, { variables: { id } });
  const [undo, { loading: isUndoing }] = useMutation(UndoLeadJobDocument, { variables: { id } });
  const isRunning = state === 'running';
  const [isAsking, setAsking] = useState(false);
  const startUndo = async () => {
    await undo().catch((failure: unknown) => showToast(leadJobToasts.notUndone(errorMessageOf(failure))));
    setAsking(false);
  };
  return (
    <Card role="group" aria-label={messages.job} paddingX="4" paddingY="3">
      <HStack gap="3" rowGap="2" flexWrap={{ base: 'wrap', md: 'nowrap' }}>
        <Stack gap="1" flex={{ base: '1 1 calc(100% - 4rem)', md: '1' }} minWidth="0">
          <Text textStyle="sm" fontWeight="medium">
            {textOf(job)}
          </Text>
          {isRunning && (
            <HStack gap="3">
              <Progress.Root
                flex="1"
                size="xs"
                colorPalette="brand"
                shape="full"
                value={Math.min(processed, total)}
                max={Math.max(total, 1)}
              >
                <Progress.Track aria-label={messages.job}>
                  <Progress.Range />
                </Progress.Track>
              </Progress.Root>
              <Text textStyle="xs" color="fg.muted" className="tabular" whiteSpace="nowrap">
                {`${formatCount(Math.min(processed, total))} of ${formatCount(total)}`}
              </Text>
            </HStack>
          )}
          {[
            state === 'canceled' && messages.canceled,
            error && messages.failed(error),
            ...skipped.map(({ leads, reason }) => selectionMessages.skipped(plural(leads, 'lead'), reason)),
            canUndo && job.action.status != null && messages.undoLimit,
          ].map(
            (note) =>
              note && (
                <Text key={note} textStyle="xs" color="fg.muted">
                  {note}
                </Text>
              ),
          )}
        </Stack>
        {isRunning && (
          <Button
            {...besideText}
            loading={isCanceling}
            onClick={() =>
              void cancel().catch((failure: unknown) => showToast(leadJobToasts.notCanceled(errorMessageOf(failure))))
            }
          >
            {messages.cancel}
          </Button>
        )}
        {canUndo && (
          <Button
            {...besideText}
            loading={isUndoing}
            onClick={() => (job.importId == null ? void startUndo() : setAsking(true))}
          >
            {messages.undo}
          </Button>
        )}
        {!isRunning && <IconAction label={messages.hide} icon={X} order={{ base: '1', md: '3' }} onClick={onHide} />}
        {isAsking && (
          <DeleteDialog
            name={messages.imported(plural(job.changed, 'lead'))}
            busy={isUndoing}
            onConfirm={() => void startUndo()}
            onClose={() => setAsking(false)}
          >
            {messages.importedToo}
          </DeleteDialog>
        )}
      </HStack>
    </Card>
  );
}

/** On phones, it is below the text. */
const besideText = { size: 'sm', variant: 'outline', colorPalette: 'gray', order: '2' } as const;

/** Says what a job does, or what it did. */
function textOf({ action, importId, undoOf, state, changed }: LeadJobFieldsFragment): string {
  const status = statusChoices.find(({ value }) => value === action.status)?.label ?? '';
  const kind =
    importId != null
      ? undoOf == null
        ? 'import'
        : 'undoImport'
      : undoOf != null
        ? 'undo'
        : action.status != null
          ? 'status'
          : action.sequenceId != null
            ? 'start'
            : action.deleted
              ? 'delete'
              : action.stopSequences
                ? 'stop'
                : action.ownerId != null || action.removeOwner
                  ? 'owner'
                  : 'tags';
  const leads = plural(changed, 'lead');
  if (kind === 'status')
    return state === 'running' ? messages.running.status(status) : messages.ended.status(leads, status);
  return state === 'running' ? messages.running[kind] : messages.ended[kind](leads);
}
