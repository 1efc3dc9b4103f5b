/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, clientAnswer, sequence } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { SequenceDrawer } from '../sequence-drawer';
import { ForecastPanel } from './forecast-panel';
import { UsageForecast } from './usage-forecast';

const welcome = {
  __typename: 'SequenceForecast',
  sequenceId: 's1',
  name: 'Welcome',
  enrollmentsPerDay: 4.25,
  scheduled: 310,
  expected: 428,
};
const written = { ...welcome, sequenceId: null, name: null, enrollmentsPerDay: 0, scheduled: 2, expected: 0 };
const answerWith = (changes: object = {}) => ({
  messageForecast: {
    __typename: 'MessageForecast',
    month: '2026-11',
    limit: 1000,
    used: 400,
    total: 1140,
    exceedsLimitOn: '2026-11-22',
    sequences: [welcome, written],
    sequence: null,
    ...changes,
  },
});
const open = (MessageForecast: Answers[string]) => renderScreen(<ForecastPanel clientId="c" />, { MessageForecast });

describe('the forecast', () => {
  it('says when the limit is reached, and shows the arithmetic', async () => {
    const { user } = open(answerWith());
    const panel = await screen.findByRole('region', { name: 'Forecast' });
    expect(panel.textContent).toContain(
      '1,140 of 1,000 messages expected in November 2026. The limit is reached on Nov 22',
    );
    expect(within(panel).queryByText('Used so far')).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'How this is computed', expanded: false }));
    const texts = ['Used so far400', 'Welcome', '310', 'For new leads (4.3 leads a day)428', 'wrote', '1,140'];
    expect(panel.textContent).toMatch(new RegExp(texts.map((text) => text.replace(/[()]/g, '\\$&')).join('.*')));
    // Nobody else is expected to be written to.
    expect(within(panel).getAllByText(/^For new leads/)).toHaveLength(1);
  });

  it('names no limit that is none, and no day on which none is reached', async () => {
    open(answerWith({ limit: 10_000_000, exceedsLimitOn: null }));
    const panel = await screen.findByRole('region', { name: 'Forecast' });
    expect(panel.textContent).toMatch(/^1,140 messages expected in November 2026\.How/);
  });

  it('can be loaded again', async () => {
    let isFailing = true;
    const { user } = open(() => {
      if (isFailing) throw serverError('Unavailable', { code: 'INTERNAL_SERVER_ERROR' });
      return answerWith();
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isFailing = false;
    await user.click(retry);
    expect(await screen.findByRole('region', { name: 'Forecast' })).toBeTruthy();
  });
});

describe('the forecast below the usage', () => {
  it('says when the limit is reached', async () => {
    const { sentOf } = renderScreen(<UsageForecast clientId="c" />, { MessageForecast: answerWith() });
    expect(await screen.findByText(/^1,140 of 1,000 messages expected .* The limit is reached on Nov 22/)).toBeTruthy();
    expect(sentOf('MessageForecast')).toEqual([{ clientId: 'c' }]);
  });

  it('can be loaded again', async () => {
    let isFailing = true;
    const { user } = renderScreen(<UsageForecast clientId="c" />, {
      MessageForecast: () => {
        if (isFailing) throw serverError('Unavailable', { code: 'INTERNAL_SERVER_ERROR' });
        return answerWith();
      },
    });
    expect(await screen.findByText('We could not load the forecast.')).toBeTruthy();
    isFailing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/messages expected/)).toBeTruthy();
  });
});

describe('the forecast of a sequence under edit', () => {
  it('follows the delays, and leaves out delays that cannot be saved', async () => {
    const MessageForecast = ({ sequence: given }: Record<string, unknown>) =>
      answerWith({
        total: 500,
        exceedsLimitOn: null,
        sequence: {
          ...welcome,
          scheduled: 0,
          expected: (given as { delayMinutes: number[] }).delayMinutes[0]! > 60 ? 7 : 9,
        },
      });
    const { sentOf } = renderScreen(
      <SequenceDrawer clientId="client-1" sequence={sequence} onClose={() => undefined} />,
      {
        Campaigns: campaignsAnswer,
        Client: clientAnswer,
        MessageForecast,
      },
    );
    expect(await screen.findByText(/500 of 1,000 messages expected.*This sequence: 9 messages by then/)).toBeTruthy();
    const hours = within(screen.getByRole('group', { name: 'Step 1' })).getByRole('spinbutton', { name: /Hours/ });
    fireEvent.change(hours, { target: { value: '5' } });
    expect(await screen.findByText(/This sequence: 7 messages by then, at 4.3 leads a day/)).toBeTruthy();
    expect(sentOf('MessageForecast').at(-1)).toMatchObject({
      clientId: 'client-1',
      sequence: { sequenceId: sequence.id, campaignId: sequence.campaignId, triggerEvent: 'lead_created' },
    });
    fireEvent.change(hours, { target: { value: '-1' } });
    await waitFor(() => expect(screen.queryByText(/This sequence:/)).toBeNull());
  });
});
