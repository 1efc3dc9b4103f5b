/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
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
