/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { type Answers, renderScreen } from '../../testing/render';
import { UsagePanel } from './usage-panel';

const clientOf = (id: string) => ({
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
});
const rowOf = (id: string, month = '2026-11') => ({
  __typename: 'MonthlyUsage',
  id,
  month,
  campaigns: 1,
  leads: month === '2026-11' ? 50 : 20,
  messages: 40,
  segments: 1250,
  campaignLimit: 10,
  leadLimit: 100,
  messageLimit: 1000,
  segmentLimit: 10_000_000,
  amount: null,
  currency: null,
  client: clientOf(id),
});
const noAmount = { amount: null, currency: null };
const Rates = { rates: { __typename: 'RatesConnection', nodes: [] } };
const MonthlyUsage = ({ month }: Record<string, unknown>) => ({
  usageTotals: { __typename: 'UsageTotals', campaigns: 3, leads: 4321, messages: 5, segments: 6, ...noAmount },
  monthlyUsage: {
    __typename: 'MonthlyUsageConnection',
    nodes: [rowOf('a', (month as string | null) ?? '2026-11')],
    totalCount: 1,
  },
});
const open = (answers: Answers = {}, path = '/') =>
  renderScreen(<UsagePanel />, { MonthlyUsage, Rates, ...answers }, { role: 'admin', path });
const lastOf = (sent: { name: string; variables: object }[]) =>
  sent.filter(({ name }) => name === 'MonthlyUsage').at(-1)?.variables;

describe('the usage of all clients', () => {
  it('has totals, and a bar for each limit except for one that means none', async () => {
    open();
    expect(await screen.findByText('4,321')).toBeTruthy();
    const row = screen.getByRole('link', { name: 'Business a' }).closest<HTMLElement>('[role=row]')!;
    const bars = within(row).getAllByRole('progressbar');
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Campaigns of Business a',
      'Leads of Business a',
      'SMS of Business a',
    ]);
    expect(within(row).getByText('1,250')).toBeTruthy();
    expect(within(row).getByText('12 leads held')).toBeTruthy();
  });

  it('is that of another month, which is in the address', async () => {
    const { user, router, sent } = open();
    await screen.findByText('4,321');
    expect(lastOf(sent)).toMatchObject({ month: null, orderBy: { field: 'leads', direction: 'desc' } });
    const select = screen.getByRole('combobox', { name: 'Month' });
    const [, previous] = within(select).getAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(select, previous!.value);
    expect(router.state.location.search).toBe(`?month=${previous!.value}`);
    await waitFor(() => expect(lastOf(sent)).toMatchObject({ month: previous!.value }));
    expect(await screen.findByText('20 / 100')).toBeTruthy();
  });

  it('is sorted and searched by the server', async () => {
    const { user, sent } = open();
    await screen.findByText('4,321');
    await user.click(screen.getByRole('button', { name: 'SMS' }));
    await waitFor(() => expect(lastOf(sent)).toMatchObject({ orderBy: { field: 'messages', direction: 'desc' } }));
    await user.type(screen.getByRole('searchbox', { name: 'Find clients by name' }), ' acme ');
    await waitFor(() => expect(lastOf(sent)).toMatchObject({ filter: { search: 'acme' }, offset: 0 }));
  });

  it('opens who changed the limits of a client, which has an address', async () => {
    const change = { __typename: 'LimitChange', id: '1', previous: 1000, current: 2000, changedBy: 'maria' };
    const { user, router } = open({
      LimitChanges: {
        limitChanges: {
          __typename: 'LimitChangeConnection',
          nodes: [{ ...change, quota: 'leads', changedAt: '2026-01-02T03:04:05Z' }],
          totalCount: 1,
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Limit changes of Business a' }));
    const dialog = await screen.findByRole('dialog', { name: 'Limit changes of Business a' });
    expect(router.state.location.search).toBe('?dialog=history&id=a');
    await waitFor(() => expect(dialog.textContent).toContain('Lead limit: 1,000 → 2,000maria, Jan 1, 2026'));
  });
});
