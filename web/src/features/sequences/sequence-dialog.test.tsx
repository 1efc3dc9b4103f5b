/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, clientAnswer, sequence } from '../../testing/fixtures';
import { type Answers, conflictWith, renderScreen } from '../../testing/render';
import { SequenceCard } from './sequence-card';
import { SequenceDialog } from './sequence-dialog';

const saved = { updateSequence: { __typename: 'Sequence', ...sequence, version: 7 } };
const onClose = jest.fn();
const { messages: steps, ...stored } = sequence;

async function open(answers: Answers = {}) {
  onClose.mockClear();
  const rendered = renderScreen(<SequenceDialog clientId="client-1" sequence={sequence} onClose={onClose} />, {
    Campaigns: campaignsAnswer,
    Client: clientAnswer,
    UpdateSequence: saved,
    ...answers,
  });
  await screen.findByRole('option', { name: 'Free inspection' });
  const step = (number: number) => within(screen.getByRole('group', { name: `Step ${number}` }));
  const set = async (field: HTMLElement, text: string) => {
    await rendered.user.clear(field);
    if (text) await rendered.user.type(field, text.replaceAll('{', '{{'));
  };
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...rendered, step, set, save };
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
    const theirSteps = [{ delayMinutes: 5, message: 'Their text' }];
    const { user, step, set, save, sentOf } = await open({
      UpdateSequence: () => {
        throw conflictWith({ ...stored, steps: theirSteps, version: 9 });
      },
    });
    await set(step(1).getByRole('textbox', { name: 'Message' }), 'My text');
    await save();
    await user.click(await screen.findByRole('radio', { name: /^Theirs, saved meanwhile: \+5 min: Their text/ }));
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Message' })).toHaveLength(1));
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
    const { step, set, save, hasToast } = await open();
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
    const { step, set } = await open();
    await set(step(1).getByRole('textbox', { name: 'Message' }), 'Hello');
    await step(1).findByText(/^5\/160 characters \+ \d+ added automatically · 1 segment$/);
    await step(2).findByText('17/160 characters · 1 segment');
  });

  it('does not cut a long message, and refuses it at the field', async () => {
    const { user, step, save } = await open();
    const message = step(2).getByRole('textbox', { name: 'Message' });
    await user.clear(message);
    await user.click(message);
    await user.paste('x'.repeat(1601));
    expect((message as HTMLTextAreaElement).value).toHaveLength(1601);
    await save();
    await step(2).findByText('Message must have 1 to 1600 characters.');
  });

  it('warns about an unknown merge field, and still saves it', async () => {
    const { step, set, save } = await open();
    await set(step(2).getByRole('textbox', { name: 'Message' }), 'Hi {{frstName}}');
    await step(2).findByText(/^Unknown merge field {{frstName}}. .*{{firstName}}, {{fullName}}/);
    await save();
    await closed();
  });

  it('has no warning about merge fields of the campaign’s form', async () => {
    const { step, set } = await open();
    await set(step(2).getByRole('textbox', { name: 'Message' }), '{{firstName}} {{note}}');
    expect(step(2).queryByText(/^Unknown merge field/)).toBeNull();
  });
});

test('the switch of a sequence keeps a text that was changed meanwhile', async () => {
  const theirs = [{ delayMinutes: 1, message: 'Their text' }];
  const { user, sentOf } = renderScreen(
    <SequenceCard sequence={sequence} onPreview={jest.fn()} onEdit={jest.fn()} onDelete={jest.fn()} />,
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
