/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, clientAnswer, sequence } from '../../testing/fixtures';
import { type Answers, conflictWith, renderScreen, serverError } from '../../testing/render';
import { SequenceCard } from './sequence-card';
import { SequenceDrawer } from './sequence-drawer';

const saved = { updateSequence: { __typename: 'Sequence', ...sequence, version: 7 } };
const onClose = jest.fn();
const { messages: steps, ...stored } = sequence;

async function open(answers: Answers = {}, edited: typeof sequence = sequence) {
  onClose.mockClear();
  const rendered = renderScreen(<SequenceDrawer clientId="client-1" sequence={edited} onClose={onClose} />, {
    Campaigns: campaignsAnswer,
    Client: clientAnswer,
    UpdateSequence: saved,
    SequenceVersionPreview: {
      sequenceVersionPreview: { __typename: 'SequenceVersionPreview', leads: 0, groups: [] },
    },
    ...answers,
  });
  await screen.findByRole('option', { name: 'Free inspection' });
  const choose = (number: number) =>
    rendered.user.click(screen.getByRole('button', { name: new RegExp(`^Step ${number} `) }));
  /** Returns a step, which must be chosen. */
  const step = (number: number) => within(screen.getByRole('group', { name: `Step ${number}` }));
  const set = async (field: HTMLElement, text: string) => {
    await rendered.user.clear(field);
    if (text) await rendered.user.type(field, text.replaceAll('{', '{{'));
  };
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...rendered, choose, step, set, save };
}
const closed = () => waitFor(() => expect(onClose).toHaveBeenCalled());

describe('the sequence form', () => {
  it('sends only what changed', async () => {
    const { set, save, sentOf } = await open();
    await set(screen.getByRole('textbox', { name: 'Description' }), 'For new leads');
    await save();
    await closed();
    expect(sentOf('UpdateSequence')).toEqual([
      { id: sequence.id, input: { description: 'For new leads' }, expectedVersion: 6 },
    ]);
  });

  it('compares messages, and shows what each brought', async () => {
    const tested = { ...sequence, messages: [{ ...sequence.messages[0]!, variants: ['Hello {{firstName}}'] }] };
    const stats = (message: string, replied: number, chanceByReplies: number) => ({
      ...{ __typename: 'MessageVariantStats', step: 0, message, sent: 200, replied, optedOut: 1 },
      ...{ chanceByReplies, chanceByOptOuts: 0.5 },
    });
    const { user, sentOf, save } = await open(
      {
        Client: { client: { ...clientAnswer.client, abTestingEnabled: true } },
        SequenceVariants: {
          sequence: {
            __typename: 'Sequence',
            id: sequence.id,
            variantStats: [stats('Hi {{firstName}}', 20, 0.026), stats('Hello {{firstName}}', 36, 0.974)],
          },
        },
      },
      tested,
    );
    await screen.findByText(
      'Sent 200 times, replies 18.0%, opt-outs 0.5% · Chance of the most replies: 97.4%, of the fewest opt-outs: 50.0%',
    );
    screen.getByText(/replies 10\.0%/);
    await user.click(await screen.findByRole('button', { name: 'Compare with another message' }));
    const third = screen.getByRole('textbox', { name: /^Alternative message 2/ });
    await save();
    await screen.findByText('Enter a message for every step.');
    await user.type(third, 'Hi {{{{firstName}}');
    await save();
    await screen.findByText('A step must have at most 4 messages, all different.');
    await user.type(third, '!');
    await user.click(screen.getByRole('button', { name: 'Remove alternative message 1' }));
    expect(screen.getByRole('textbox', { name: /^Alternative message 1/ })).toHaveProperty(
      'value',
      'Hi {{firstName}}!',
    );
    await save();
    await closed();
    expect(sentOf('UpdateSequence')).toMatchObject([
      { input: { steps: [{ delayMinutes: 1, message: 'Hi {{firstName}}', variants: ['Hi {{firstName}}!'] }] } },
    ]);
  });

  it('offers no comparison to a client without A/B testing', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Compare with another message' })).toBeNull();
  });

  it('saves its own change based on the version that somebody else saved', async () => {
    const { set, save, sentOf } = await open({
      UpdateSequence: ({ expectedVersion }) => {
        if (expectedVersion === 6) throw conflictWith({ ...stored, steps, status: 'inactive', version: 9 });
        return saved;
      },
    });
    await set(screen.getByRole('textbox', { name: 'Sequence Name' }), 'Hello');
    await save();
    await closed();
    expect(sentOf('UpdateSequence')[1]).toEqual({ id: sequence.id, input: { name: 'Hello' }, expectedVersion: 9 });
  });

  it('shows both lists of messages if both were changed, and takes theirs', async () => {
    const theirSteps = [{ key: 'step-1', delayMinutes: 5, message: 'Their text', variants: [] }];
    const { user, step, set, save, sentOf } = await open({
      UpdateSequence: () => {
        throw conflictWith({ ...stored, steps: theirSteps, version: 9 });
      },
    });
    await set(step(1).getByRole('textbox', { name: 'Message' }), 'My text');
    await save();
    await user.click(await screen.findByRole('radio', { name: /^Theirs, saved meanwhile: \+5 min: Their text/ }));
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect((screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement).value).toBe('Their text');
    await save();
    await closed();
    expect(sentOf('UpdateSequence')).toHaveLength(1);
  });

  it.each(['-5', '60'])('refuses %s minutes at the field, without the toast for missing fields', async (minutes) => {
    const { step, set, save, sentOf, hasToast } = await open();
    await set(step(1).getByRole('spinbutton', { name: 'Minutes' }), minutes);
    await save();
    await step(1).findByText('Enter 0 to 59');
    expect(step(1).queryByText(/\+-/)).toBeNull();
    expect(hasToast('Please fill in all required fields')).toBe(false);
    expect(sentOf('UpdateSequence')).toEqual([]);
  });

  it('refuses a delay beyond the maximum with its own message', async () => {
    const { choose, step, set, save, hasToast } = await open();
    await choose(2);
    await set(step(2).getByRole('spinbutton', { name: 'Days' }), '366');
    await set(step(2).getByRole('spinbutton', { name: 'Hours' }), '1');
    await save();
    await step(2).findByText('Delay must be at most one year.');
    expect(hasToast('Please fill in all required fields')).toBe(false);
  });

  it('says what is missing with a toast and at the field', async () => {
    const { step, set, save } = await open();
    await set(step(1).getByRole('textbox', { name: 'Message' }), '');
    await save();
    await screen.findByText('Please fill in all required fields');
    await step(1).findByText('Enter a message for every step.');
  });

  it('counts what is typed, and shows beside it what is added to the first message', async () => {
    const { choose, step, set } = await open();
    await set(step(1).getByRole('textbox', { name: 'Message' }), 'Hello');
    await step(1).findByText(/^5\/160 characters \+ \d+ added automatically · 1 segment$/);
    await choose(2);
    await step(2).findByText('17/160 characters · 1 segment');
  });

  it('does not cut a long message, and refuses it at the field', async () => {
    const { user, choose, step, save } = await open();
    await choose(2);
    const message = step(2).getByRole('textbox', { name: 'Message' });
    await user.clear(message);
    await user.click(message);
    await user.paste('x'.repeat(1601));
    expect((message as HTMLTextAreaElement).value).toHaveLength(1601);
    await save();
    await step(2).findByText('Message must have 1 to 1600 characters.');
  });

  it('warns about an unknown merge field, and still saves it', async () => {
    const { choose, step, set, save } = await open();
    await choose(2);
    await set(step(2).getByRole('textbox', { name: 'Message' }), 'Hi {{frstName}}');
    await step(2).findByText(/^Unknown merge field {{frstName}}. .*{{firstName}}, {{fullName}}/);
    await save();
    await closed();
  });

  it('has no warning about merge fields of the campaign’s form', async () => {
    const { choose, step, set } = await open();
    await choose(2);
    await set(step(2).getByRole('textbox', { name: 'Message' }), '{{firstName}} {{note}}');
    expect(step(2).queryByText(/^Unknown merge field/)).toBeNull();
  });
});

const rowTexts = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('button', { name: /^Step / })
    .map(({ textContent }) => textContent);

describe('the steps of the sequence form', () => {
  it('shows the chosen step beside the list', async () => {
    const { choose, step } = await open();
    expect(rowTexts()).toEqual(['Step 1 +1 minHi {{firstName}}', 'Step 2 +1 day 1 minStill interested?']);
    step(1);
    expect(screen.queryByRole('group', { name: 'Step 2' })).toBeNull();
    await choose(2);
    expect(step(2).getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Still interested?');
    expect(screen.queryByRole('group', { name: 'Step 1' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Step 2 / }).getAttribute('aria-current')).toBe('step');
  });

  it('keeps what was typed in a step while another one is chosen, and saves it', async () => {
    const { choose, step, set, save, sentOf } = await open();
    await set(step(1).getByRole('textbox', { name: 'Message' }), 'First text');
    await choose(2);
    await set(step(2).getByRole('spinbutton', { name: 'Days' }), '2');
    await choose(1);
    expect(step(1).getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'First text');
    await save();
    await closed();
    expect(sentOf('UpdateSequence')[0]).toMatchObject({
      input: {
        steps: [
          { delayMinutes: 1, message: 'First text', variants: [] },
          { delayMinutes: 2880, message: 'Still interested?', variants: [] },
        ],
      },
    });
  });

  it('chooses the step with an error when it is saved, and focuses the wrong field', async () => {
    const { choose, step, set, save, sentOf } = await open();
    await choose(2);
    await set(step(2).getByRole('textbox', { name: 'Message' }), '');
    await choose(1);
    await save();
    await waitFor(() => expect(document.activeElement).toBe(step(2).getByRole('textbox', { name: 'Message' })));
    await step(2).findByText('Enter a message for every step.');
    screen.getByRole('button', { name: /^Step 2 .* Check this step$/ });
    expect(sentOf('UpdateSequence')).toEqual([]);
  });

  it('chooses the step whose value the server refused', async () => {
    const { set, save, step } = await open({
      UpdateSequence: () => {
        throw serverError('No.', { code: 'BAD_USER_INPUT', fields: { 'steps[1].message': 'must be shorter.' } });
      },
    });
    await set(screen.getByRole('textbox', { name: 'Sequence Name' }), 'Hello');
    await save();
    await waitFor(() => step(2).getByText('must be shorter.'));
  });

  it('moves a step by its buttons and keeps it chosen, with the focus on the button', async () => {
    const { user, step, save, sentOf } = await open();
    await user.click(step(1).getByRole('button', { name: 'Move step 1 down' }));
    expect(rowTexts()).toEqual(['Step 1 +1 dayStill interested?', 'Step 2 +1 day 1 minHi {{firstName}}']);
    expect(step(2).getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Hi {{firstName}}');
    expect(document.activeElement).toBe(step(2).getByRole('button', { name: 'Move step 2 down' }));
    await user.click(step(2).getByRole('button', { name: 'Move step 2 down' }));
    await save();
    await closed();
    expect(sentOf('UpdateSequence')[0]).toMatchObject({
      input: {
        steps: [
          { delayMinutes: 1440, message: 'Still interested?', variants: [] },
          { delayMinutes: 1, message: 'Hi {{firstName}}', variants: [] },
        ],
      },
    });
  });

  it('chooses the step that is added, and the one before the last that is removed', async () => {
    const { user, step } = await open();
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    await waitFor(() => expect(document.activeElement).toBe(step(3).getByRole('spinbutton', { name: 'Days' })));
    expect(step(3).getByRole('spinbutton', { name: 'Days' })).toHaveProperty('value', '2');
    await user.click(step(3).getByRole('button', { name: 'Remove step 3' }));
    await waitFor(() => expect(document.activeElement).toBe(step(2).getByRole('button', { name: 'Remove step 2' })));
    await user.click(step(2).getByRole('button', { name: 'Remove step 2' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add step' })));
    expect(step(1).queryByRole('button', { name: /^(Move|Remove)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull();
  });
});

test('a sequence of a client without a campaign links to the builder of a new one', async () => {
  const { client } = campaignsAnswer;
  renderScreen(<SequenceDrawer clientId="client-1" onClose={onClose} />, {
    Campaigns: { client: { ...client, campaigns: { ...client.campaigns, nodes: [] } } },
    Client: clientAnswer,
  });
  const link = await screen.findByRole('link', { name: 'New campaign' });
  expect(link.getAttribute('href')).toBe('/client/dashboard/client-1/campaign/new');
});

test('the switch of a sequence keeps a text that was changed meanwhile', async () => {
  const theirs = [{ key: 'step-1', delayMinutes: 1, message: 'Their text', variants: [] }];
  const { user, sentOf } = renderScreen(
    <SequenceCard
      sequence={sequence}
      onPreview={jest.fn()}
      onVersions={jest.fn()}
      onEdit={jest.fn()}
      onDelete={jest.fn()}
    />,
    {
      UpdateSequence: ({ expectedVersion }) => {
        if (expectedVersion === 6) throw conflictWith({ ...stored, steps: theirs, version: 9 });
        return saved;
      },
    },
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Welcome active' }));
  await waitFor(() => expect(sentOf('UpdateSequence')).toHaveLength(2));
  expect(sentOf('UpdateSequence')[1]).toMatchObject({
    input: { status: 'inactive', steps: theirs },
    expectedVersion: 9,
  });
});
