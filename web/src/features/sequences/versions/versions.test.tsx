/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, clientAnswer, sequence } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { SequenceDrawer } from '../sequence-drawer';
import { SequenceVersionsDrawer } from './sequence-versions-drawer';

const enrolled = { ...sequence, activeEnrollments: 12 };
const saved = { updateSequence: { __typename: 'Sequence', ...enrolled, version: 7 } };
const times = (first: string, last: string, dueNow = 0) => ({ __typename: 'NextMessageTimes', first, last, dueNow });
const group = (values: object) => ({ __typename: 'EnrolledLeadsGroup', version: 3, leads: 8, ...values });
const preview = (leads: number, groups: object[]) => ({
  sequenceVersionPreview: { __typename: 'SequenceVersionPreview', leads, groups },
});
const twoGroups = preview(12, [
  group({
    step: 1,
    movedStep: 1,
    finish: times('2026-12-01T15:00:00Z', '2026-12-01T15:00:00Z'),
    move: times('2026-12-01T15:00:00Z', '2026-12-02T15:00:00Z', 3),
  }),
  group({
    version: 0,
    leads: 4,
    step: 2,
    movedStep: null,
    finish: times('2026-12-03T15:00:00Z', '2026-12-05T15:00:00Z'),
    move: null,
  }),
]);

describe('publishing a version while leads are in progress', () => {
  const onClose = jest.fn();
  async function editMessage(answers: Answers = {}, edited = enrolled) {
    onClose.mockClear();
    const rendered = renderScreen(<SequenceDrawer clientId="client-1" sequence={edited} onClose={onClose} />, {
      Campaigns: campaignsAnswer,
      Client: clientAnswer,
      UpdateSequence: saved,
      SequenceVersionPreview: twoGroups,
      ...answers,
    });
    await screen.findByRole('option', { name: 'Free inspection' });
    const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await rendered.user.type(screen.getByRole('textbox', { name: 'Message' }), '!');
    await save();
    return { ...rendered, save };
  }

  it('shows where they stand and when each choice sends, and sends the choice', async () => {
    const { user, sentOf } = await editMessage();
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish a new version?' }));
    await dialog.findByText('12 leads are in progress. New leads get the new version. What do those in progress get?');
    const steps = [
      { key: 'step-1', delayMinutes: 1, message: 'Hi {{firstName}}!', variants: [] },
      { key: 'step-2', delayMinutes: 1440, message: 'Still interested?', variants: [] },
    ];
    expect(sentOf('SequenceVersionPreview')).toEqual([{ sequenceId: sequence.id, steps }]);
    expect(dialog.getByRole('radio', { name: /^Finish on their version/ })).toHaveProperty('checked', true);
    const items = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items()).toEqual([
      '8 leads before message 1 of version 3Get it on Tue, Dec 1, 2026, 10:00 AM EST.',
      '4 leads before message 2 of an earlier versionGet it between Thu, Dec 3, 2026, 10:00 AM EST and Sat, Dec 5, 2026, 10:00 AM EST.',
    ]);
    await user.click(dialog.getByRole('radio', { name: /^Move to the new version/ }));
    expect(items()).toEqual([
      '8 leads before message 1 of version 3Go on with message 1. 3 leads get it now, the last on Wed, Dec 2, 2026, 10:00 AM EST.',
      '4 leads before message 2 of an earlier versionHad all of its messages.',
    ]);
    expect(sentOf('UpdateSequence')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('UpdateSequence')).toEqual([
      { id: sequence.id, input: { steps }, expectedVersion: 6, enrolledLeads: 'move' },
    ]);
  });

  it('goes back to the form, which keeps what was typed, and asks again', async () => {
    const { user, sentOf, save } = await editMessage();
    const dialog = await screen.findByRole('dialog', { name: 'Publish a new version?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Publish a new version?' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Hi {{firstName}}!');
    expect(screen.queryByText(/Failed to update/)).toBeNull();
    await save();
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Publish a new version?' })).getByRole('radio', {
        name: /^Stop/,
      }),
    );
    expect(screen.queryByText('Where they stand')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sentOf('UpdateSequence')).toMatchObject([{ enrolledLeads: 'stop' }]));
  });

  it('does not ask without leads in progress', async () => {
    const { sentOf } = await editMessage({ SequenceVersionPreview: preview(0, []) });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('UpdateSequence').map(({ enrolledLeads }) => enrolledLeads)).toEqual([undefined]);
  });

  it('publishes nothing if it is unknown where they stand', async () => {
    const { sentOf } = await editMessage({
      SequenceVersionPreview: () => {
        throw serverError('Failed', { code: 'INTERNAL_SERVER_ERROR' });
      },
    });
    await screen.findByText('Failed to update SMS sequence');
    expect(sentOf('UpdateSequence')).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the versions of a sequence', () => {
  const version = (number: number, message: string) => ({
    ...{ __typename: 'SequenceVersion', id: `version-${number}`, number, triggerEvent: 'lead_created' as const },
    ...{ stopOnReply: true, enrolledLeads: 'move', publishedBy: number === 1 ? null : 'maya' },
    publishedAt: '2026-11-01T12:00:00Z',
    steps: [{ __typename: 'SequenceStep', key: 'step-1', delayMinutes: 1, message, variants: [] }],
  });
  const page = (nodes: object[], hasNextPage = false) => ({
    sequence: {
      ...{ __typename: 'Sequence', id: sequence.id, publishedVersion: 3 },
      versions: { nodes, pageInfo: { hasNextPage, endCursor: 'end' } },
    },
  });

  it('shows what each changed, loads earlier ones, and restores one', async () => {
    const onRestore = jest.fn();
    const { user } = renderScreen(
      <SequenceVersionsDrawer sequence={sequence} onRestore={onRestore} onClose={() => undefined} />,
      {
        SequenceVersions: ({ after }) =>
          after ? page([version(1, 'One')]) : page([version(3, 'Three'), version(2, 'Two')], true),
      },
    );
    const third = within(await screen.findByRole('article', { name: 'Version 3' }));
    third.getByText('Current version');
    third.getByText('Message 1 was changed');
    third.getByText('Before: Two');
    third.getByText('After: Three');
    third.getByText('Leads in progress moved to it.');
    expect(third.queryByRole('button', { name: /^Restore/ })).toBeNull();
    const second = within(screen.getByRole('article', { name: 'Version 2' }));
    expect(second.queryByText('The first version that was kept')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show earlier versions' }));
    await second.findByText('Before: One');
    within(screen.getByRole('article', { name: 'Version 1' })).getByText('The first version that was kept');
    expect(screen.queryByRole('button', { name: 'Show earlier versions' })).toBeNull();
    await user.click(second.getByRole('button', { name: 'Restore version 2' }));
    expect(onRestore).toHaveBeenCalledWith(expect.objectContaining({ number: 2 }));
  });

  it('are restored as changes that are not saved yet', async () => {
    const { user, sentOf } = renderScreen(
      <SequenceDrawer
        clientId="client-1"
        sequence={sequence}
        restored={version(2, 'Two') as never}
        onClose={() => undefined}
      />,
      {
        ...{ Campaigns: campaignsAnswer, Client: clientAnswer, UpdateSequence: saved },
        SequenceVersionPreview: preview(0, []),
      },
    );
    await screen.findByRole('option', { name: 'Free inspection' });
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Two');
    expect(sentOf('UpdateSequence')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(sentOf('UpdateSequence')).toEqual([
        {
          ...{ id: sequence.id, expectedVersion: 6 },
          input: { steps: [{ key: 'step-1', delayMinutes: 1, message: 'Two', variants: [] }] },
        },
      ]),
    );
  });
});
