/** @jest-environment jsdom */
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { ClientTrend } from './client-trend';
import { addDays } from './trend-range';

// In New York it is still November 24.
const NOW = new Date('2026-11-25T04:00Z');
const TODAY = '2026-11-24';

beforeAll(() => void jest.useFakeTimers({ advanceTimers: true, now: NOW }));
afterAll(() => void jest.useRealTimers());

/** Each day has as many leads as its day of the month, ten times as many views, and one scan. */
const daysUntil = (until: string, days: number) =>
  Array.from({ length: days }, (_, n) => {
    const day = addDays(until, n + 1 - days);
    const leads = Number(day.slice(8));
    return { __typename: 'ClientDay', day, leads, views: 10 * leads, scans: 1 };
  });
const answer = (byDay: object[]) => ({
  client: { __typename: 'Client', id: 'client-1', trend: { __typename: 'ClientStats', byDay } },
});

async function open(path = '/', answers: Answers = {}) {
  const rendered = renderScreen(<ClientTrend clientId="client-1" timeZone="America/New_York" />, {
    ClientDays: ({ days, until }) => answer(daysUntil((until as string | null) ?? TODAY, days as number)),
    ...answers,
  });
  if (path !== '/') await act(() => rendered.router.navigate(path));
  await screen.findByRole('slider');
  return { ...rendered, address: () => rendered.router.state.location.search };
}
const rangeSelect = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Date range' });
const compareSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Compare with previous period' });
const total = (name: string) => screen.getByRole('group', { name }).textContent;
const selected = () => screen.getByRole('slider').getAttribute('aria-valuetext');

describe('the date range of the chart', () => {
  it('is the last 30 days, which the server determines', async () => {
    const { sentOf } = await open();
    expect(sentOf('ClientDays')).toEqual([{ clientId: 'client-1', days: 30 }]);
    expect(rangeSelect().value).toBe('30');
    expect(selected()).toBe('Nov 24, today so far: Leads 24, Views 240, QR scans 1');
    expect(total('QR scans')).toBe('QR scans30');
  });

  it('is kept in the address beside the tab, and Back returns to the range before', async () => {
    const { user, address, router, sentOf } = await open('/?tab=dashboard');
    await user.selectOptions(rangeSelect(), 'Last month');
    expect(address()).toBe('?tab=dashboard&range=last-month');
    await waitFor(() => expect(total('QR scans')).toBe('QR scans31'));
    expect(sentOf('ClientDays').at(-1)).toEqual({ clientId: 'client-1', days: 31, until: '2026-10-31' });
    await user.selectOptions(rangeSelect(), 'Last 30 days');
    expect(address()).toBe('?tab=dashboard');
    await act(() => router.navigate(-1));
    expect(rangeSelect().value).toBe('last-month');
    expect(selected()).toMatch(/^Oct 31: Leads 31,/);
  });

  it('starts this month on the first in the client’s time zone', async () => {
    const { sentOf } = await open('/?range=this-month');
    expect(sentOf('ClientDays').at(-1)).toEqual({ clientId: 'client-1', days: 24, until: TODAY });
  });

  it('can be any days up to today, which are used as soon as they are a range', async () => {
    const { user, address, sentOf } = await open('/?range=7');
    await user.selectOptions(rangeSelect(), 'Custom range');
    expect(address()).toBe('?range=2026-11-18..2026-11-24');
    const [from, to] = [screen.getByLabelText<HTMLInputElement>('From'), screen.getByLabelText<HTMLInputElement>('To')];
    expect([from.value, to.value, to.max]).toEqual(['2026-11-18', TODAY, TODAY]);
    fireEvent.change(from, { target: { value: '2026-11-25' } });
    expect(screen.getByText('From must be on or before To.')).toBeTruthy();
    const sent = sentOf('ClientDays').length;
    fireEvent.change(from, { target: { value: '2025-11-23' } });
    expect(screen.getByText('A range has at most 366 days.')).toBeTruthy();
    expect(address()).toBe('?range=2026-11-18..2026-11-24');
    expect(sentOf('ClientDays')).toHaveLength(sent);
    fireEvent.change(from, { target: { value: '2025-11-24' } });
    expect(address()).toBe('?range=2025-11-24..2026-11-24');
    await waitFor(() => expect(screen.getByRole('slider').getAttribute('aria-valuemax')).toBe('52'));
    expect(screen.getByRole('slider', { name: 'Leads, views and QR scans by week' })).toBeTruthy();
    expect(screen.queryByText('A range has at most 366 days.')).toBeNull();
  });

  it('keeps the days before on the screen while another range loads', async () => {
    let arrive = (_: object) => {};
    const later = new Promise<object>((resolve) => (arrive = resolve));
    const { user } = await open('/', {
      ClientDays: ({ days }) => (days === 7 ? later : answer(daysUntil(TODAY, days as number))),
    });
    await user.selectOptions(rangeSelect(), 'Last 7 days');
    expect(total('QR scans')).toBe('QR scans30');
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    await act(async () => arrive(answer(daysUntil(TODAY, 7))));
    expect(total('QR scans')).toBe('QR scans7');
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
  });
});

describe('the comparison with the previous period', () => {
  it('is kept in the address, and loads as many days before the first one', async () => {
    const { user, address, sentOf } = await open('/?range=7');
    expect(total('Leads')).toBe('Leads147');
    await user.click(compareSwitch());
    expect(address()).toBe('?range=7&compare=1');
    await waitFor(() => expect(total('Leads')).toBe('Leads147, 50% more than the 7 days before'));
    expect(total('QR scans')).toBe('QR scans7, the same as the 7 days before');
    expect(sentOf('ClientDays').at(-1)).toEqual({ clientId: 'client-1', days: 7, until: '2026-11-17' });
    expect(selected()).toBe(
      'Nov 24, today so far: Leads 24, Views 240, QR scans 1; Nov 17: Leads 17, Views 170, QR scans 1',
    );
    await user.click(compareSwitch());
    expect(address()).toBe('?range=7');
    expect(total('Leads')).toBe('Leads147');
  });

  it('follows the range, and says if there was nothing before', async () => {
    const { user } = await open('/?range=7&compare=1', {
      ClientDays: ({ days, until }) => {
        const byDay = daysUntil((until as string | null) ?? TODAY, days as number);
        return answer(until === '2026-10-25' ? byDay.map((day) => ({ ...day, leads: 0 })) : byDay);
      },
    });
    expect(compareSwitch().checked).toBe(true);
    await user.selectOptions(rangeSelect(), 'Last 30 days');
    await waitFor(() => expect(total('Leads')).toMatch(/^Leads\d+, none before$/));
    expect(total('Views')).toMatch(/ than the 30 days before$/);
  });

  it('has an error of its own, with a retry', async () => {
    let fails = true;
    const { user } = await open('/?compare=1', {
      ClientDays: ({ days, until }) => {
        if (until && fails) throw serverError('Unavailable', { code: 'INTERNAL_SERVER_ERROR' });
        return answer(daysUntil((until as string | null) ?? TODAY, days as number));
      },
    });
    expect(await screen.findByText('We could not load the previous period.')).toBeTruthy();
    expect(total('QR scans')).toBe('QR scans30');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(total('QR scans')).toBe('QR scans30, the same as the 30 days before'));
    expect(screen.queryByText('We could not load the previous period.')).toBeNull();
  });
});

describe('a day of the chart', () => {
  const marks = () => [...document.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('x'));

  it('is marked in all three plots by the arrow keys', async () => {
    const { user } = await open('/?range=7');
    expect(marks()).toEqual([]);
    act(() => screen.getByRole('slider').focus());
    await user.keyboard('{ArrowLeft}');
    expect(selected()).toMatch(/^Nov 23: /);
    expect(marks()).toEqual(['71.429%', '71.429%', '71.429%']);
    await user.keyboard('{Home}{ArrowLeft}');
    expect(selected()).toMatch(/^Nov 18: /);
    await user.keyboard('{End}{ArrowRight}');
    expect(selected()).toMatch(/^Nov 24, today so far: /);
    await user.tab();
    expect(marks()).toEqual([]);
  });

  it('is marked in all three plots by a pointer on one of them, and stays when a finger lifts', async () => {
    await open('/?range=7');
    const plots = [...document.querySelectorAll('svg:has([data-grid])')];
    expect(plots).toHaveLength(3);
    plots[1]!.getBoundingClientRect = () => ({ left: 100, width: 70 }) as DOMRect;
    fireEvent.pointerMove(plots[1]!, { clientX: 125 });
    expect(marks()).toEqual(['28.571%', '28.571%', '28.571%']);
    expect(selected()).toMatch(/^Nov 20: /);
    const lift = createEvent.pointerOut(plots[1]!);
    Object.defineProperty(lift, 'pointerType', { value: 'touch' });
    fireEvent(plots[1]!, lift);
    expect(marks()).toHaveLength(3);
    fireEvent.pointerLeave(plots[1]!);
    expect(marks()).toEqual([]);
  });

  it('is hatched if it is today', async () => {
    const { user } = await open('/?range=7');
    const bars = () => [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('data-bar'));
    expect(bars()).toEqual([...Array.from({ length: 6 }, () => 'whole'), 'partial']);
    expect(document.querySelectorAll('[data-partial]')).toHaveLength(2);
    expect(screen.getByText('today so far')).toBeTruthy();
    await user.selectOptions(rangeSelect(), 'Last month');
    await waitFor(() => expect(bars()).toHaveLength(31));
    expect(bars()).not.toContain('partial');
    expect(screen.queryByText('today so far')).toBeNull();
  });
});

describe('the table of the chart', () => {
  it('lists all values and their totals on demand, and the values before if they are compared', async () => {
    const { user } = await open('/?range=7');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show as table', expanded: false }));
    const rows = () => within(screen.getByRole('table')).getAllByRole('row');
    const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
    expect(rows()).toHaveLength(9);
    expect(cells(rows()[0]!)).toEqual(['Day', 'Leads', 'Views', 'QR scans']);
    expect(cells(rows()[1]!)).toEqual(['Nov 18', '18', '180', '1']);
    expect(cells(rows()[8]!)).toEqual(['Total', '147', '1,470', '7']);
    expect(within(rows()[8]!).getByRole('rowheader', { name: 'Total' })).toBeTruthy();
    await user.click(compareSwitch());
    await waitFor(() => expect(cells(rows()[0]!)).toHaveLength(8));
    expect(cells(rows()[0]!)).toEqual([
      ...['Day', 'Compared with', 'Leads', 'Leads before', 'Views', 'Views before', 'QR scans', 'QR scans before'],
    ]);
    expect(cells(rows()[7]!)).toEqual(['Nov 24, today so far', 'Nov 17', '24', '17', '240', '170', '1', '1']);
    expect(cells(rows()[8]!)).toEqual(['Total', '', '147', '98', '1,470', '980', '7', '7']);
    await user.click(screen.getByRole('button', { name: 'Hide table', expanded: true }));
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a client without data', () => {
  const zeros = (until: string, days: number) =>
    answer(daysUntil(until, days).map((day) => ({ ...day, leads: 0, views: 0, scans: 0 })));

  it('has an empty state in place of the chart, and a chart of zeros in other ranges', async () => {
    const { user } = renderScreen(<ClientTrend clientId="client-1" timeZone="America/New_York" />, {
      ClientDays: ({ days, until }) => zeros((until as string | null) ?? TODAY, days as number),
    });
    expect(await screen.findByText('No data yet')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    await user.selectOptions(rangeSelect(), 'Last 7 days');
    expect(await screen.findByRole('slider')).toBeTruthy();
    expect(screen.queryByText('No data yet')).toBeNull();
  });
});
