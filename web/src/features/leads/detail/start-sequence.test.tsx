/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { lead } from '../../../testing/fixtures';
import { renderScreen, serverError } from '../../../testing/render';
import { StartSequence } from './start-sequence';

const enrollment = { sequenceId: 'b', status: 'cancelled', nextStep: 0, messages: { nodes: [] } };
const ready = {
  ...lead,
  consent: {},
  optedOutAt: null,
  campaign: {
    id: lead.campaignId,
    sequences: {
      nodes: [
        { id: 'a', name: 'Welcome' },
        { id: 'b', name: 'Reminder' },
      ],
    },
  },
  enrollments: { nodes: [enrollment] },
};

function open(change: object = {}, answer: () => object = () => ({ startSequence: { id: 'e' } })) {
  const onStarted = jest.fn();
  type Lead = Parameters<typeof StartSequence>[0]['lead'];
  const shown = { ...ready, ...change } as unknown as Lead;
  return {
    ...renderScreen(<StartSequence lead={shown} onStarted={onStarted} />, { StartSequence: answer }),
    onStarted,
  };
}
const button = (name: string) => screen.queryByRole('button', { name });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('starting a sequence', () => {
  it('offers what the lead has received nothing of, and starts what is chosen', async () => {
    const { user, onStarted, sentOf } = open();
    await user.click(button('Start a sequence')!);
    expect(document.activeElement).toBe(screen.getByLabelText('Sequence'));
    expect(options()).toEqual(['Welcome', 'Reminder']);
    await user.selectOptions(screen.getByLabelText('Sequence'), 'Reminder');
    await user.click(button('Start')!);
    await waitFor(() => expect(onStarted).toHaveBeenCalledTimes(1));
    expect(sentOf('StartSequence')).toEqual([{ leadId: lead.id, sequenceId: 'b' }]);
    expect(button('Start a sequence')).not.toBeNull();
  });

  it('returns the focus to the button when it is cancelled', async () => {
    const { user, sentOf } = open();
    await user.click(button('Start a sequence')!);
    await user.click(button('Cancel')!);
    expect(document.activeElement).toBe(button('Start a sequence'));
    expect(sentOf('StartSequence')).toEqual([]);
  });

  it('says at the field why the server refused, and keeps the choice', async () => {
    const message = 'Not started because this sequence is turned off.';
    const { user, onStarted } = open({}, () => {
      throw serverError(message, { code: 'BAD_USER_INPUT', fields: { sequenceId: message } });
    });
    await user.click(button('Start a sequence')!);
    await user.selectOptions(screen.getByLabelText('Sequence'), 'Reminder');
    await user.click(button('Start')!);
    await screen.findByText(message);
    expect(screen.getByLabelText('Sequence')).toHaveProperty('value', 'b');
    expect(onStarted).not.toHaveBeenCalled();
  });

  it.each([
    [
      'all sequences were started',
      {
        enrollments: {
          nodes: [
            { ...enrollment, status: 'active' },
            { ...enrollment, sequenceId: 'a', nextStep: 1 },
          ],
        },
      },
    ],
    [
      'a message of each was attempted',
      {
        enrollments: {
          nodes: ['a', 'b'].map((sequenceId) => ({ ...enrollment, sequenceId, messages: { nodes: [{}] } })),
        },
      },
    ],
    ['the number did not agree', { consent: null }],
    ['the number opted out', { optedOutAt: '2026-01-01T00:00:00Z' }],
    ['the lead is held', { held: true }],
    ['the lead is converted', { status: 'converted' }],
  ])('is not offered if %s', (_, change) => {
    open(change);
    expect(button('Start a sequence')).toBeNull();
  });
});
