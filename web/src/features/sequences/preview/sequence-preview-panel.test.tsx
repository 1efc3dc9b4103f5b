/** @jest-environment jsdom */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { client } from '../../../testing/fixtures';
import { renderScreen, serverError } from '../../../testing/render';
import { currentLocalTime, SequencePreviewPanel } from './sequence-preview-panel';

test('currentLocalTime returns the current time in the client’s time zone', () => {
  const now = new Date('2026-03-08T06:59:30Z');
  expect(currentLocalTime('America/New_York', now)).toBe('2026-03-08T01:59');
  expect(currentLocalTime('America/New_York', new Date(now.getTime() + 60_000))).toBe('2026-03-08T03:00');
  expect(currentLocalTime('Asia/Kathmandu', new Date('2026-12-31T18:30Z'))).toBe('2027-01-01T00:15');
});

test('after an error the plan of the earlier time is gone, and a retry shows the new one', async () => {
  let fails = false;
  const step = { notes: [], encoding: 'gsm7', characters: 5, segments: 1, nonGsmCharacters: [] };
  const { user } = renderScreen(
    <SequencePreviewPanel
      clientId={client.id}
      draft={{ campaignId: 'campaign-1', triggerEvent: 'lead_created', steps: [{ delayMinutes: 0, message: 'Hello' }] }}
    />,
    {
      Client: { client: { __typename: 'Client', ...client } },
      SequencePreview: ({ input }) => {
        if (fails) throw serverError('Not now', { code: 'INTERNAL_SERVER_ERROR' });
        const { arrivesAt } = input as { arrivesAt: string };
        const at = `${arrivesAt}:00Z`;
        const times = { arrivesAt: at, startsAt: at, timeZone: 'UTC', recipientArea: null, holdReason: null };
        const steps = [{ ...step, position: 0, dueAt: at, sendsAt: at, body: `Hello at ${arrivesAt}` }];
        return { sequencePreview: { ...times, steps } };
      },
    },
  );
  const arrive = (time: string) => fireEvent.change(screen.getByLabelText('Lead arrives'), { target: { value: time } });
  await screen.findByText(/^Hello at/);
  arrive('2026-06-01T12:00');
  await screen.findByText('Hello at 2026-06-01T12:00');
  fails = true;
  arrive('2026-06-02T12:00');
  await waitFor(() => expect(screen.queryByText('Hello at 2026-06-01T12:00')).toBeNull());
  fails = false;
  await user.click(await screen.findByRole('button', { name: /Try again|Retry/ }));
  await screen.findByText('Hello at 2026-06-02T12:00');
});
