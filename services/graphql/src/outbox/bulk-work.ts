import type { DataSource } from 'typeorm';
import type { PhoneRules } from '../api/context';
import type { ObjectStore } from '../files/store/object-store';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { notifyChanges } from '../changes/notify-changes';
import { deleteCampaignPage, deleteClientPage, deleteSequencePage } from '../deletion/delete-page';
import { wakePage } from '../enrollments/wake-enrollments';
import { wakeNotificationsPage } from '../lead-notifications/wake-notifications';
import { doJobPage } from '../leads/jobs/do-job-page';
import { removeOwnerPage } from '../leads/owners/set-owner';
import { releasePage } from '../leads/release-held-leads';
import { log } from '../telemetry/log';
import { cancelDeliveriesPage, deleteDeliveriesPage } from '../webhooks/drop-deliveries';
import { ALL_CLIENTS, type BulkKind } from './outbox-entry.entity';
import { type ClaimedEntry, continueEntry, deleteEntries, retryEntries } from './outbox-queue';

/** Work on many rows, one page of it. */
export interface BulkTask {
  clientId: string;
  subjectId: string;
  /** The last row of the previous page. */
  cursor: string | null;
}

/** What remains after a page: nothing, or the next page, at the cursor and after a delay in ms. */
export type NextPage = null | { cursor?: string; delayMs?: number };

/** What the work on many rows depends on. */
export interface BulkDependencies {
  dataSource: DataSource;
  /** The phone settings, for publishing released leads. */
  phones: PhoneRules;
  /** Where the files of deleted campaigns and clients are deleted. */
  objectStore: ObjectStore;
}

/** Does one page of each kind of work, in transactions of its own. */
const pages: Record<BulkKind, (parts: BulkDependencies, task: BulkTask) => Promise<NextPage>> = {
  wake_client: ({ dataSource }, task) => wakePage(dataSource, task, `client_id = $1 AND status = 'held'`),
  wake_sequence: ({ dataSource }, task) => wakePage(dataSource, task, `sequence_id = $1 AND status = 'held'`),
  publish_sequence: ({ dataSource }, task) =>
    wakePage(dataSource, task, `sequence_id = $1 AND status IN ('active', 'held')`),
  wake_notifications: ({ dataSource }, task) => wakeNotificationsPage(dataSource, task),
  wake_breaker: ({ dataSource }, task) =>
    wakePage(dataSource, task, `$1::uuid IS NOT NULL AND status = 'held' AND reason = 'provider_unavailable'`),
  wake_due: ({ dataSource }, task) =>
    wakePage(
      dataSource,
      task,
      `(client_id = $1 OR $1 = '${ALL_CLIENTS}') AND status IN ('active', 'held') AND next_due_at <= now()`,
    ),
  release_leads: ({ dataSource, phones }, { subjectId }) => releasePage(dataSource, subjectId, phones),
  cancel_deliveries_of_client: ({ dataSource }, { subjectId }) =>
    cancelDeliveriesPage(dataSource, 'client_id', subjectId),
  cancel_deliveries: ({ dataSource }, { subjectId }) => cancelDeliveriesPage(dataSource, 'webhook_id', subjectId),
  delete_deliveries: ({ dataSource }, { subjectId }) => deleteDeliveriesPage(dataSource, subjectId),
  remove_owner: ({ dataSource }, { clientId, subjectId }) => removeOwnerPage(dataSource, clientId, subjectId),
  lead_job: ({ dataSource, phones }, { subjectId }) => doJobPage(dataSource, subjectId, phones),
  delete_client: (parts, { subjectId }) => thenDeleteObjects(parts, deleteClientPage(parts.dataSource, subjectId)),
  delete_campaign: (parts, { subjectId }) => thenDeleteObjects(parts, deleteCampaignPage(parts.dataSource, subjectId)),
  delete_sequence: ({ dataSource }, { subjectId }) => deleteSequencePage(dataSource, subjectId),
};

async function thenDeleteObjects(parts: BulkDependencies, deletion: Promise<NextPage>): Promise<NextPage> {
  const next = await deletion;
  if (next === null) await deleteMarkedObjects(parts);
  return next;
}

/** Does one page of a claimed entry's work. A page that fails is tried again later. */
export async function doPage(parts: BulkDependencies, entry: ClaimedEntry): Promise<void> {
  const { dataSource } = parts;
  try {
    const next = await pages[entry.kind as BulkKind](parts, entry);
    notifyChanges(dataSource);
    if (next === null) await deleteEntries(dataSource, [entry]);
    else await continueEntry(dataSource, entry, next.cursor ?? null, next.delayMs ?? 0);
  } catch (error) {
    const { code } = error as { code?: string };
    log.error(
      { kind: (error as Error).constructor.name, code, work: entry.kind },
      'work on many rows failed and is tried again',
    );
    await retryEntries(dataSource, [entry]);
  }
}
