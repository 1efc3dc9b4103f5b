/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import { renderScreen } from '../../testing/render';
import { TimeAgo } from './time-ago';

afterEach(() => jest.useRealTimers());

it('a relative time stays current while the screen is open', () => {
  jest.useFakeTimers();
  renderScreen(<TimeAgo at={new Date().toISOString()} />);
  expect(screen.getByText('just now')).toBeTruthy();
  act(() => jest.advanceTimersByTime(5 * 60_000));
  expect(screen.getByText('5 min ago')).toBeTruthy();
});

it('a press shows the exact time in the time zone of the client', async () => {
  const { user } = renderScreen(<TimeAgo at="2026-01-02T03:04:05Z" timeZone="America/New_York" />);
  await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Jan 1, 2026' }) });
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^Jan 1, 2026.* 10:04:05.PM EST$/u);
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});
