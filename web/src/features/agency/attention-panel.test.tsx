/** @jest-environment jsdom */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { AttentionPanel } from './attention-panel';
import { type Reason, reasonLink, reasonText } from './reason-text';

const none = {
  ...{ __typename: 'AttentionReason', limit: null, count: null, total: null },
  ...{ since: null, code: null, exceedsLimitOn: null },
};
const clientOf = (id: string, more: object = {}) => ({
  __typename: 'Client',
  id,
  businessName: `Business ${id}`,
  timeZone: 'America/New_York',
  smsAutoReplyEnabled: true,
  monthlyCampaignLimit: 10,
  monthlyLeadLimit: 100,
  monthlySMSLimit: 1000,
  monthlySegmentLimit: 10_000_000,
  version: 3,
  stats: { __typename: 'ClientStats', heldLeads: 12 },
  usage: {
    __typename: 'ClientUsage',
    campaignsThisMonth: 1,
    leadsThisMonth: 100,
    smsThisMonth: 40,
    segmentsThisMonth: 50,
  },
  ...more,
});
const rowOf = (id: string, reasons: object[], more: object = {}) => ({
  __typename: 'ClientAttention',
  id,
  severity: 'critical',
  client: clientOf(id, more),
  reasons,
});
const held = { ...none, kind: 'leads_held', severity: 'critical', count: 12 };
const reached = { ...none, kind: 'limit_reached', severity: 'critical', limit: 'leads', count: 100, total: 100 };
const statsWith = (providerBreaker: object | null) => ({
  __typename: 'AdminStats',
  totalClients: 2,
  activeCampaigns: 2,
  totalLeads: 200,
  heldLeads: 12,
  totalSMSMessages: 40,
  providerBreaker,
});
const answer = (...nodes: object[]) => ({
  clientsNeedingAttention: { __typename: 'ClientAttentionConnection', nodes, totalCount: nodes.length },
  adminStats: statsWith(null),
});
const open = (answers: Answers, path = '/') => renderScreen(<AttentionPanel />, answers, { role: 'admin', path });
const two = answer(rowOf('a', [reached, held]), rowOf('b', [held], { smsAutoReplyEnabled: false }));

const updatesIn = (sent: { name: string; variables: object }[]) =>
  sent.filter(({ name }) => name === 'UpdateClients').map(({ variables }) => variables);
const saved = (...ids: string[]) => ({ updateClients: ids.map((id) => clientOf(id, { version: 4 })) });

describe('the clients that need attention', () => {
  it('are listed with their reasons, which say how urgent they are without color', async () => {
    open({ ClientsNeedingAttention: two });
    const row = (await screen.findByRole('link', { name: 'Business a' })).closest<HTMLElement>('[role=row]')!;
    expect(within(row).getByText(/Leads: 100 of 100 used/).textContent).toContain('Critical: Leads: 100 of 100 used');
    expect(within(row).getByText(/12 leads held/)).toBeTruthy();
    expect(screen.queryByText(/^The SMS provider/)).toBeNull();
    expect(within(row).getByRole('link', { name: 'Business a' }).getAttribute('href')).toBe('/client/a');
    expect(screen.getByText('Texts paused')).toBeTruthy();
  });

  it('say once how many messages are used, and when they are expected to exceed their limit', async () => {
    const near = { ...none, kind: 'limit_near', severity: 'warning', limit: 'messages', count: 812, total: 1000 };
    const forecast = { ...near, kind: 'limit_forecast', count: 1140, exceedsLimitOn: '2026-11-22' };
    const usage = { __typename: 'ClientUsage', campaignsThisMonth: 1, leadsThisMonth: 90, segmentsThisMonth: 800 };
    open({
      ClientsNeedingAttention: answer(
        rowOf('a', [near, { ...near, limit: 'leads', count: 90, total: 100 }, forecast], {
          usage: { ...usage, smsThisMonth: 812 },
        }),
      ),
    });
    await screen.findByRole('link', { name: 'Business a' });
    expect(screen.getAllByRole('link', { name: /^Warning/ }).map(({ textContent }) => textContent)).toEqual([
      'Warning: Leads: 90 of 100 used',
      'Warning: Messages: 812 of 1,000 used, 1,140 expected, limit reached on Nov 22',
    ]);
  });

  it('say that all is well when there are none', async () => {
    open({ ClientsNeedingAttention: answer() });
    expect(await screen.findByText('All clear')).toBeTruthy();
  });

  it('have links to the places where the reasons are mended', async () => {
    const { user, router } = open({ ClientsNeedingAttention: two });
    await act(() => router.navigate('/?reason=leads_held'));
    await user.click((await screen.findAllByRole('link', { name: 'Critical: 12 leads held' }))[0]!);
    expect(router.state.location.search).toBe('?reason=leads_held&dialog=raise&id=a');
    const dialog = await screen.findByRole('dialog', { name: 'Raise limits' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('?reason=leads_held');
    const linkOf = (kind: string) => reasonLink({ ...none, kind } as unknown as Reason, 'a', new URLSearchParams()).to;
    expect(['sequence_paused', 'opt_outs', 'webhook_failing', 'no_leads', 'sender_rejected'].map(linkOf)).toEqual([
      '/client/a?tab=sms',
      '/client/a?tab=sms',
      '/client/a?tab=webhooks',
      '/client/a?tab=campaigns',
      '/client/a?tab=settings&dialog=edit',
    ]);
  });

  it('are preceded by a line while the provider refuses all messages', async () => {
    const openedAt = '2026-11-25T04:00:00.000Z';
    open({
      ClientsNeedingAttention: {
        ...two,
        adminStats: statsWith({ __typename: 'ProviderBreaker', reason: 'twilio_20003', openedAt }),
      },
    });
    const line = await screen.findByText(/^The SMS provider has refused all messages since /);
    expect(line.textContent).toMatch(/Nov 2\d, 2026.*\(Twilio 20003\)\. Messages wait and are sent later\.$/);
    cleanup();
    open({
      ClientsNeedingAttention: {
        ...two,
        adminStats: statsWith({ __typename: 'ProviderBreaker', reason: 'unreachable', openedAt }),
      },
    });
    expect(await screen.findByText(/^The SMS provider has been unreachable since .*\. Messages wait/)).toBeTruthy();
  });

  it('are filtered by a reason, which is in the address', async () => {
    const { user, router, sent } = open({ ClientsNeedingAttention: two });
    await screen.findByText('Texts paused');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reasons' }), 'Leads held');
    expect(router.state.location.search).toBe('?reason=leads_held');
    await waitFor(() => expect(sent.at(-1)?.variables).toMatchObject({ filter: { reason: 'leads_held' } }));
  });

  it('are paused and resumed with the version that is shown', async () => {
    const { user, sent } = open({ ClientsNeedingAttention: two, UpdateClients: saved('a') });
    await user.click(await screen.findByRole('button', { name: 'Pause the text messages of Business a' }));
    expect(await screen.findByText('Text messages paused for 1 client')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resume the text messages of Business b' }));
    await waitFor(() => expect(updatesIn(sent)).toHaveLength(2));
    expect(updatesIn(sent)).toEqual([
      { ids: ['a'], expectedVersions: [3], input: { smsAutoReplyEnabled: false } },
      { ids: ['b'], expectedVersions: [3], input: { smsAutoReplyEnabled: true } },
    ]);
  });

  it('are paused together, which clears the selection', async () => {
    const { user, sent } = open({ ClientsNeedingAttention: two, UpdateClients: saved('a', 'b') });
    await user.click(
      await screen.findByRole('checkbox', { name: 'Select all clients that need attention on this page' }),
    );
    const bar = screen.getByRole('region', { name: 'Selected clients' });
    expect(bar.textContent).toContain('2 selected');
    await user.click(within(bar).getByRole('button', { name: 'Pause texts' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected clients' })).toBeNull());
    expect(updatesIn(sent)).toEqual([
      { ids: ['a', 'b'], expectedVersions: [3, 3], input: { smsAutoReplyEnabled: false } },
    ]);
  });

  it('keep the selection and load again when somebody changed one of them meanwhile', async () => {
    const { user, sent } = open({
      ClientsNeedingAttention: two,
      UpdateClients: () => {
        throw serverError('Somebody changed 1 of the clients meanwhile.', { code: 'CONFLICT' });
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Business a' }));
    await user.click(screen.getByRole('button', { name: 'Resume texts' }));
    expect(await screen.findByText(/Somebody changed a client meanwhile/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Selected clients' })).toBeTruthy();
    await waitFor(() => expect(sent.at(-1)?.name).toBe('ClientsNeedingAttention'));
  });

  it('get higher limits in a dialog that says how many held leads they release', async () => {
    const { user, router, sent } = open({ ClientsNeedingAttention: two, UpdateClients: saved('a') });
    await user.click(await screen.findByRole('button', { name: 'Raise the limits of Business a' }));
    const dialog = await screen.findByRole('dialog', { name: 'Raise limits' });
    expect(router.state.location.search).toBe('?dialog=raise&id=a');
    const field = within(dialog).getByRole('spinbutton', { name: /Monthly Lead Limit/ });
    expect(dialog.textContent).toContain('12 leads held. A higher limit releases them, oldest first.');
    await user.clear(field);
    await user.type(field, '105');
    expect(dialog.textContent).toContain('Saving releases 5, oldest first.');
    await user.clear(field);
    await user.type(field, '500');
    expect(dialog.textContent).toContain('Saving releases 12, oldest first.');
    await user.click(within(dialog).getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Only what was changed.
    expect(updatesIn(sent)).toEqual([{ ids: ['a'], expectedVersions: [3], input: { monthlyLeadLimit: 500 } }]);
  });

  it('keep limits that are left blank for several, and name a limit that is too high', async () => {
    const { user, sent } = open({ ClientsNeedingAttention: two, UpdateClients: saved('a', 'b') });
    await user.click(
      await screen.findByRole('checkbox', { name: 'Select all clients that need attention on this page' }),
    );
    await user.click(screen.getByRole('button', { name: 'Raise limits' }));
    const dialog = await screen.findByRole('dialog', { name: 'Raise limits' });
    const field = within(dialog).getByRole('spinbutton', { name: /Monthly SMS Limit/ });
    await user.type(field, '99999999');
    await user.click(within(dialog).getByRole('button', { name: 'Save limits' }));
    expect(await within(dialog).findByText(/SMS limit must be/)).toBeTruthy();
    expect(updatesIn(sent)).toEqual([]);
    await user.clear(field);
    await user.type(field, '2000');
    await user.click(within(dialog).getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(updatesIn(sent)).toEqual([{ ids: ['a', 'b'], expectedVersions: [3, 3], input: { monthlySMSLimit: 2000 } }]);
  });
});

describe('the text of a reason', () => {
  const text = (reason: object) => reasonText({ ...none, severity: 'warning', ...reason } as unknown as Reason, 0);
  it.each([
    [{ kind: 'limit_near', limit: 'messages', count: 812, total: 1000 }, 'Messages: 812 of 1,000 used'],
    [{ kind: 'leads_held', count: 1 }, '1 lead held'],
    [{ kind: 'sequence_paused', count: 2 }, '2 sequences paused by carriers'],
    [{ kind: 'sender_rejected', code: 'twilio_30034' }, 'Sender rejected: Twilio 30034'],
    [{ kind: 'webhook_failing', count: 1 }, '1 webhook failing'],
    [{ kind: 'no_leads' }, 'No new lead, last one'],
    [{ kind: 'opt_outs', count: 4, total: 100 }, '4 opt-outs in 100 messages (4.0%)'],
  ])('%j is %s', (reason, expected) => expect(text(reason)).toBe(expected));
});
