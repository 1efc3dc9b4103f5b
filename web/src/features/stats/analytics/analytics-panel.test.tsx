/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { addDays } from '../trend/trend-range';
import { AnalyticsPanel } from './analytics-panel';

// In UTC it is November 25.
beforeAll(() => void jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-25T04:00Z') }));
afterAll(() => void jest.useRealTimers());
const TODAY = '2026-11-25';

const figures = (leads: number) => ({
  __typename: 'Figures',
  views: 10 * leads,
  scans: leads,
  leads,
  contacted: Math.min(leads, 3),
  qualified: Math.min(leads, 2),
  converted: Math.min(leads, 1),
  replied: Math.min(leads, 2),
  repliedInHour: 0,
  repliedInDay: Math.min(leads, 1),
  messages: 2 * leads,
  replies: leads,
  optOuts: 0,
});
interface RangeVariables {
  days: number;
  until?: string | null;
}
/** Each day has four leads. Those before November have two. */
const analytics = (variables: Record<string, unknown>) => {
  const { days, until } = variables['range'] as RangeVariables;
  const last = until ?? TODAY;
  const byDay = Array.from({ length: days }, (_, n) => addDays(last, n + 1 - days)).map((day) => ({
    __typename: 'DayFigures',
    day,
    figures: figures(day < '2026-10-27' ? 2 : 4),
  }));
  const bySource = [{ __typename: 'SourceStats', source: 'qr', placementName: null, views: 40, leads: 4 }];
  return { analytics: { __typename: 'Analytics', byDay, bySource } };
};
const answerUnless = (failing: boolean, variables: Record<string, unknown>) => {
  if (failing) throw serverError('Unavailable', { code: 'INTERNAL_SERVER_ERROR' });
  return analytics(variables);
};
const rowOf = (id: string, name: string, client: { id: string; businessName: string }) => ({
  __typename: 'AnalyticsRow',
  id,
  name,
  client: { __typename: 'Client', ...client },
  figures: figures(4),
});
const acme = { id: 'acme', businessName: 'Acme Heating' };
const answers: Answers = {
  Analytics: analytics,
  AnalyticsTotals: analytics,
  AnalyticsRows: ({ by }) => ({
    analyticsRows: {
      __typename: 'AnalyticsRowConnection',
      nodes: [by === 'client' ? rowOf('acme', 'Acme Heating', acme) : rowOf('spring', 'Spring tune-up', acme)],
      totalCount: 1,
    },
  }),
  AnalyticsScope: ({ hasClient, hasCampaign }) => ({
    ...(hasClient ? { client: { __typename: 'Client', ...acme } } : {}),
    ...(hasCampaign ? { campaign: { __typename: 'Campaign', id: 'spring', name: 'Spring tune-up' } } : {}),
  }),
};

async function open(path = '/?tab=analytics', more: Answers = {}) {
  const rendered = renderScreen(<AnalyticsPanel />, { ...answers, ...more }, { role: 'admin' });
  await act(() => rendered.router.navigate(path));
  await screen.findByRole('slider');
  return { ...rendered, address: () => rendered.router.state.location.search };
}
/** The card above the chart, which repeats the total. */
const card = (name: string) => screen.getAllByRole('group', { name })[0]!.textContent;
const cohorts = () => within(screen.getByRole('table', { name: 'Leads by arrival' }));

describe('analytics', () => {
  it('sum the last 30 days, and show what became of the leads of each week', async () => {
    const { sentOf } = await open();
    expect(sentOf('Analytics')).toEqual([{ clientId: null, campaignId: null, range: { days: 30 } }]);
    expect(card('Conversions')).toBe('Conversions6050.0% of leads');
    expect(card('SMS Sent')).toBe('SMS Sent2400 opted out');
    expect(card('Replies')).toBe('Replies12050.0% of leads replied');
    const funnel = within(screen.getByRole('region', { name: 'From view to customer' }));
    expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Views1,200',
      'Leads10.0% of views120',
      'Contacted75.0% of leads90',
      'Qualified50.0% of leads60',
      'Converted25.0% of leads30',
    ]);
    const rows = cohorts().getAllByRole('row').slice(1);
    // The first week of 30 days has two days.
    expect(rows.map((row) => row.children[1]!.textContent)).toEqual(['28', '28', '28', '28', '8']);
    // Ranges of days have thin spaces.
    expect([...rows[0]!.children].map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual([
      'Nov 19 – 25, 2026',
      ...['28', '50.0%', '0.0%', '25.0%', '75.0%', '50.0%', '25.0%'],
    ]);
  });

  it('show all figures over time, one of them as bars, and as a table', async () => {
    const { user, address } = await open('/?tab=analytics&range=7');
    const chart = within(screen.getByRole('region', { name: 'Over time' }));
    const plots = () => chart.getAllByRole('group').flatMap((group) => group.getAttribute('aria-label') ?? []);
    const rest = ['Views', 'QR scans', 'Conversions', 'SMS Sent', 'Replies', 'Opt-outs'];
    expect(plots()).toEqual(['Leads', ...rest]);
    expect(chart.getByRole('slider', { name: 'All figures by day' }).getAttribute('aria-valuetext')).toBe(
      'Nov 25, today so far: Leads 4, Views 40, QR scans 4, Conversions 2, SMS Sent 8, Replies 4, Opt-outs 0',
    );
    const tops = () => [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('height'));
    expect(tops()).toEqual(Array.from({ length: 7 }, () => '100%'));
    await user.selectOptions(chart.getByRole('combobox', { name: 'Figure shown as bars' }), 'SMS Sent');
    expect(address()).toBe('?tab=analytics&range=7&figure=messages');
    expect(plots()).toEqual(['SMS Sent', 'Leads', ...rest.filter((label) => label !== 'SMS Sent')]);
    expect(chart.getByRole('group', { name: 'SMS Sent' }).textContent).toBe('SMS Sent56');
    await user.click(chart.getByRole('button', { name: 'Show as table' }));
    const rows = within(chart.getByRole('table', { name: 'All figures by day' })).getAllByRole('row');
    const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
    expect(cells(rows[0]!)).toEqual([
      'Day',
      'SMS Sent',
      'Leads',
      'Views',
      'QR scans',
      'Conversions',
      'Replies',
      'Opt-outs',
    ]);
    expect(cells(rows.at(-1)!)).toEqual(['Total', '56', '28', '280', '28', '14', '28', '0']);
    await user.selectOptions(chart.getByRole('combobox', { name: 'Figure shown as bars' }), 'Leads');
    expect(address()).toBe('?tab=analytics&range=7');
  });

  it('show leads as bars if the address names no figure', async () => {
    await open('/?tab=analytics&figure=contacted');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Figure shown as bars' }).value).toBe('leads');
  });

  it('show the leads of a short range by day', async () => {
    await open('/?tab=analytics&range=7');
    expect(cohorts().getAllByRole('row')).toHaveLength(8);
    expect(cohorts().getByRole('rowheader', { name: 'Nov 25' })).toBeTruthy();
  });

  it('compare with the range before', async () => {
    const { user, sentOf } = await open();
    expect(sentOf('AnalyticsTotals')).toEqual([]);
    await user.click(screen.getByRole('switch', { name: 'Compare with previous period' }));
    await waitFor(() => expect(card('Replies')).toBe('Replies120100% more than the 30 days before'));
    expect(sentOf('AnalyticsTotals')).toEqual([
      { clientId: null, campaignId: null, range: { days: 30, until: '2026-10-26' } },
    ]);
  });

  it('are narrowed to a client and to one of its campaigns by the address, and widened again', async () => {
    const { user, router, address, sentOf } = await open();
    await user.click(await screen.findByRole('button', { name: 'Show only Acme Heating' }));
    expect(address()).toBe('?tab=analytics&client=acme');
    await waitFor(() => expect(sentOf('Analytics').at(-1)).toMatchObject({ clientId: 'acme', campaignId: null }));
    await user.click(await screen.findByRole('button', { name: 'Show only Spring tune-up' }));
    expect(sentOf('AnalyticsRows').at(-1)).toMatchObject({ by: 'campaign', filter: { clientId: 'acme' } });
    expect(address()).toBe('?tab=analytics&client=acme&campaign=spring');
    await waitFor(() => expect(screen.queryByRole('table', { name: 'campaigns' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Spring tune-up' }));
    expect(address()).toBe('?tab=analytics&client=acme');
    await act(() => router.navigate(-1));
    expect(address()).toBe('?tab=analytics&client=acme&campaign=spring');
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Acme Heating' }));
    expect(address()).toBe('?tab=analytics');
    await waitFor(() => expect(screen.queryByRole('table', { name: 'clients' })).not.toBeNull());
  });

  it('compare clients or campaigns in the chosen order', async () => {
    const { user, sentOf } = await open();
    await user.click(screen.getByRole('button', { name: 'Campaigns' }));
    expect(await screen.findByText('Spring tune-up')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Replies/ }));
    await waitFor(() =>
      expect(sentOf('AnalyticsRows').at(-1)).toMatchObject({
        by: 'campaign',
        orderBy: { field: 'replies', direction: 'desc' },
        offset: 0,
      }),
    );
    await user.type(screen.getByRole('searchbox', { name: 'Find by name' }), 'spring');
    await waitFor(() => expect(sentOf('AnalyticsRows').at(-1)).toMatchObject({ filter: { search: 'spring' } }));
  });

  describe('download', () => {
    let saved: { name: string; blob: Blob }[] = [];
    beforeEach(() => {
      saved = [];
      let last: Blob;
      URL.createObjectURL = (blob: Blob) => ((last = blob), 'blob:x');
      jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        saved.push({ name: this.download, blob: last });
      });
    });
    const partOf = ({ after = null }: Record<string, unknown>) => ({
      __typename: 'CsvPart',
      csv: `${(after as string | null) ?? 'first'};`,
      nextCursor: after === null ? 'next' : null,
    });
    async function expectSaved(name: string, content: string) {
      await waitFor(() => expect(saved.map((file) => file.name)).toEqual([name]));
      const reader = new FileReader();
      const text = new Promise((resolve) => (reader.onload = () => resolve(reader.result)));
      reader.readAsText(saved[0]!.blob);
      expect(await text).toBe(content);
    }

    it('the comparison in parts', async () => {
      const { user } = await open('/?tab=analytics', {
        AnalyticsCsv: (variables) => ({ analyticsCsv: partOf(variables) }),
      });
      await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
      await expectSaved('clients-2026-10-27-2026-11-25.csv', 'first;next;');
    });

    it('the sources in parts', async () => {
      const { user } = await open('/?tab=analytics', {
        AnalyticsSourcesCsv: (variables) => ({ analyticsSourcesCsv: partOf(variables) }),
      });
      await user.click(screen.getByRole('button', { name: 'Download sources' }));
      await expectSaved('sources-2026-10-27-2026-11-25.csv', 'first;next;');
    });

    it('the days of one campaign', async () => {
      const { user, sentOf } = await open('/?tab=analytics&client=acme&campaign=spring&range=7', {
        AnalyticsDaysCsv: { analyticsDaysCsv: { ...partOf({}), nextCursor: null } },
      });
      await user.click(screen.getByRole('button', { name: 'Download days' }));
      await expectSaved('days-2026-11-19-2026-11-25.csv', 'first;');
      expect(sentOf('AnalyticsDaysCsv')).toEqual([{ clientId: 'acme', campaignId: 'spring', range: { days: 7 } }]);
    });
  });

  it('can be loaded again after an error', async () => {
    let failing = true;
    renderScreen(
      <AnalyticsPanel />,
      { ...answers, Analytics: (variables) => answerUnless(failing, variables) },
      { role: 'admin' },
    );
    const alert = await screen.findByText('We could not load the figures.');
    expect(alert).toBeTruthy();
    failing = false;
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(await screen.findByRole('slider')).toBeTruthy();
  });
});
