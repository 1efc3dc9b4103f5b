/** @jest-environment jsdom */
import { useApolloClient } from '@apollo/client/react';
import { screen, waitFor, within } from '@testing-library/react';
import { lead } from '../../../testing/fixtures';
import { LeadJobsDocument } from '../../../shared/graphql/generated';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { noFilters } from '../lead-query';
import { LeadJobPanel } from './lead-job-panel';
import { MatchingBar } from './matching-bar';
import '../../../ui/menu/menu-list';

const filter = { ...noFilters, search: 'ann', sort: 'createdAt', order: 'desc' } as Parameters<
  typeof MatchingBar
>[0]['filter'];
const jobOf = (changes: object = {}) => ({
  __typename: 'LeadJob',
  id: 'job-1',
  state: 'running',
  action: {
    __typename: 'LeadAction',
    status: 'qualified',
    ownerId: null,
    removeOwner: null,
    addTags: null,
    removeTags: null,
    sequenceId: null,
    stopSequences: null,
    deleted: null,
  },
  importId: null,
  undoOf: null,
  total: 50_000,
  processed: 1500,
  changed: 1400,
  skipped: [],
  error: null,
  canUndo: false,
  finishedAt: null,
  ...changes,
});
const done = { state: 'done', processed: 50_000, changed: 50_000, canUndo: true, finishedAt: new Date().toISOString() };
const listOf = (...nodes: object[]) => ({
  client: { __typename: 'Client', id: lead.clientId, leadJobs: { __typename: 'LeadJobConnection', nodes } },
});

describe('all leads that match a filter', () => {
  const open = (answers: Answers) => {
    const onClear = jest.fn();
    const rendered = renderScreen(
      <MatchingBar clientId={lead.clientId} filter={filter} total={50_000} onClear={onClear} />,
      answers,
    );
    return { ...rendered, onClear };
  };

  it('get a status by a job, and are no longer selected then', async () => {
    const { user, sentOf, onClear } = open({ StartLeadJob: { startLeadJob: jobOf() } });
    expect(screen.getByText('All 50,000 that match')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Set status' }));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(document.activeElement).toBe(menu));
    await user.keyboard('q{Enter}');
    await waitFor(() => expect(onClear).toHaveBeenCalled());
    expect(sentOf('StartLeadJob')).toEqual([
      { clientId: lead.clientId, filter: expect.objectContaining({ search: 'ann' }), action: { status: 'qualified' } },
    ]);
  });

  it('are deleted after a question that says how many', async () => {
    const { user, sentOf, onClear } = open({ StartLeadJob: { startLeadJob: jobOf() } });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete all 50,000 that match?' });
    expect(sentOf('StartLeadJob')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(onClear).toHaveBeenCalled());
    expect(sentOf('StartLeadJob')[0]).toMatchObject({ action: { deleted: true } });
  });

  it('stay selected when the job does not start', async () => {
    const { user, onClear } = open({
      StartLeadJob: () => {
        throw serverError('At most 3 changes can run at the same time.', { code: 'LIMIT_REACHED' });
      },
    });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(onClear).not.toHaveBeenCalled();
  });
});

describe('a job', () => {
  const open = (answers: Answers) =>
    renderScreen(<LeadJobPanel clientId={lead.clientId} onEnded={jest.fn()} />, answers);
  const card = () => screen.findByRole('group', { name: 'Change of many leads' });

  it('shows its progress until it ends, then the result with what was skipped, and is undone', async () => {
    let asked = 0;
    const skipped = [{ __typename: 'SkippedLeads', reason: 'a lead has at most 20 tags', leads: 3 }];
    const { user, sentOf } = open({
      LeadJobs: () => listOf(jobOf((asked += 1) > 1 ? { ...done, skipped } : {})),
      UndoLeadJob: { undoLeadJob: jobOf({ id: 'job-2', undoOf: 'job-1', processed: 0 }) },
    });
    const shown = within(await card());
    expect(shown.getByText('Setting the status to Qualified')).toBeTruthy();
    expect(shown.getByText('1,500 of 50,000')).toBeTruthy();
    expect(shown.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1500');
    expect(await screen.findByText('50,000 leads set to Qualified', {}, { timeout: 5_000 })).toBeTruthy();
    expect(screen.getByText('3 leads skipped because a lead has at most 20 tags.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo change' }));
    await waitFor(() => expect(sentOf('UndoLeadJob')).toEqual([{ id: 'job-1' }]));
  });

  it('that ended before it was seen running loads the leads again', async () => {
    let jobs: object[] = [];
    const onEnded = jest.fn();
    const Started = () => {
      const apollo = useApolloClient();
      return <button onClick={() => void apollo.refetchQueries({ include: [LeadJobsDocument] })}>Started</button>;
    };
    const { user, sentOf } = renderScreen(
      <>
        <Started />
        <LeadJobPanel clientId={lead.clientId} onEnded={onEnded} />
      </>,
      { LeadJobs: () => listOf(...jobs) },
    );
    await waitFor(() => expect(sentOf('LeadJobs')).toHaveLength(1));
    expect(onEnded).not.toHaveBeenCalled();
    jobs = [jobOf(done)];
    await user.click(screen.getByRole('button', { name: 'Started' }));
    expect(await card()).toBeTruthy();
    await waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1));
  });

  it('is stopped', async () => {
    const { user, sentOf } = open({
      LeadJobs: listOf(jobOf()),
      CancelLeadJob: { cancelLeadJob: jobOf({ ...done, state: 'canceled', changed: 1400 }) },
    });
    await user.click(within(await card()).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped before the end.')).toBeTruthy();
    expect(sentOf('CancelLeadJob')).toEqual([{ id: 'job-1' }]);
  });

  it('that imported leads asks before it deletes them', async () => {
    const action = { __typename: 'LeadAction', status: null };
    const { user, sentOf } = open({
      LeadJobs: listOf(
        jobOf({ ...done, action: { ...jobOf().action, ...action }, importId: 'import-1', changed: 1_203 }),
      ),
      UndoLeadJob: { undoLeadJob: jobOf({ id: 'job-2', importId: 'import-1', undoOf: 'job-1', processed: 0 }) },
    });
    expect(within(await card()).getByText('Imported 1,203 leads')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo change' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete the 1,203 leads of this import?' });
    expect(sentOf('UndoLeadJob')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sentOf('UndoLeadJob')).toEqual([{ id: 'job-1' }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('that ended is hidden when asked, and one that ended long ago is shown when asked', async () => {
    const long = { ...done, id: 'job-0', finishedAt: '2020-01-01T00:00:00Z' };
    const old = { ...long, id: 'job-00', changed: 7, canUndo: false };
    const { user, sentOf } = open({
      LeadJobs: listOf(jobOf({ ...done, error: 'Too many tags', state: 'failed' }), jobOf(long), jobOf(old)),
      UndoLeadJob: { undoLeadJob: jobOf({ id: 'job-2', undoOf: 'job-0' }) },
    });
    expect(within(await card()).getByText('Stopped because of an error: Too many tags')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide this change' }));
    expect(screen.queryByRole('group', { name: 'Change of many leads' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Earlier changes that can be undone' }));
    expect(screen.queryByText(/^7 leads/)).toBeNull();
    await user.click(within(await card()).getByRole('button', { name: 'Undo change' }));
    await waitFor(() => expect(sentOf('UndoLeadJob')).toEqual([{ id: 'job-0' }]));
  });
});
