/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, clientAnswer, sequence } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { SequenceDrawer } from '../sequence-drawer';

const onClose = jest.fn();
const draftOf = (draft: object | null) => ({ sequence: { __typename: 'Sequence', id: sequence.id, draft } });
const draft = {
  ...{ __typename: 'SequenceDraft', savedBy: 'maya', savedAt: '2026-11-01T12:00:00Z', enrolledLeads: 'finish' },
  ...{ publishAt: null as string | null, failure: null as string | null },
  content: { name: 'Hello', steps: [{ key: 'step-1', delayMinutes: 5, message: 'From the draft', variants: [] }] },
};

async function open(answers: Answers = {}) {
  onClose.mockClear();
  const rendered = renderScreen(<SequenceDrawer clientId="client-1" sequence={sequence} onClose={onClose} />, {
    ...{ Campaigns: campaignsAnswer, Client: clientAnswer, SequenceDraft: draftOf(null) },
    SequenceVersionPreview: {
      sequenceVersionPreview: { __typename: 'SequenceVersionPreview', leads: 0, groups: [] },
    },
    UpdateSequence: { updateSequence: { __typename: 'Sequence', ...sequence, version: 7 } },
    SaveSequenceDraft: { saveSequenceDraft: { __typename: 'Sequence', id: sequence.id, draft } },
    DeleteSequenceDraft: { deleteSequenceDraft: { __typename: 'Sequence', id: sequence.id, draft: null } },
    ...answers,
  });
  await screen.findByRole('option', { name: 'Free inspection' });
  const message = () => screen.getByRole('textbox', { name: 'Message' });
  const saveDraft = async () => {
    await rendered.user.click(screen.getByRole('button', { name: 'Save as a draft' }));
    return within(await screen.findByRole('dialog', { name: 'Save as a draft' }));
  };
  return { ...rendered, message, saveDraft };
}

describe('the draft of a sequence', () => {
  it('is saved with what changed, without publishing it', async () => {
    const { user, message, saveDraft, sentOf } = await open();
    await user.type(message(), '!');
    const dialog = await saveDraft();
    await user.click(dialog.getByRole('button', { name: 'Save as a draft' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    await screen.findByText('Draft saved');
    const [sent] = sentOf('SaveSequenceDraft');
    expect(sent).toMatchObject({ id: sequence.id, publishAt: null, enrolledLeads: 'finish' });
    expect(sent!['input']).toMatchObject({ steps: [{ key: 'step-1', message: 'Hi {{firstName}}!' }, {}] });
    expect(sentOf('UpdateSequence')).toEqual([]);
  });

  it('is published at a time in the future, with what leads in progress get then', async () => {
    const { user, saveDraft, sentOf } = await open();
    const dialog = await saveDraft();
    await user.click(dialog.getByRole('radio', { name: 'Schedule it' }));
    const time = dialog.getByLabelText('Publish at');
    fireEvent.change(time, { target: { value: '2020-01-01T10:00' } });
    const save = () => user.click(dialog.getByRole('button', { name: 'Save as a draft' }));
    await save();
    await dialog.findByText('Choose a time in the future.');
    expect(sentOf('SaveSequenceDraft')).toEqual([]);
    const local = `${new Date().getFullYear() + 1}-01-02T10:00`;
    fireEvent.change(time, { target: { value: local } });
    expect(dialog.queryByText('Choose a time in the future.')).toBeNull();
    await user.click(dialog.getByRole('radio', { name: /^Move to the new version/ }));
    await save();
    await waitFor(() =>
      expect(sentOf('SaveSequenceDraft')).toMatchObject([
        { publishAt: new Date(local).toISOString(), enrolledLeads: 'move' },
      ]),
    );
  });

  it('stays in the form if it cannot be saved', async () => {
    const { user, saveDraft } = await open({
      SaveSequenceDraft: () => {
        throw serverError('Failed', { code: 'INTERNAL_SERVER_ERROR' });
      },
    });
    const dialog = await saveDraft();
    await user.click(dialog.getByRole('button', { name: 'Save as a draft' }));
    await screen.findByText('Failed to save the draft');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is opened into the form, and deleted by the save that publishes it', async () => {
    const { user, message, sentOf } = await open({ SequenceDraft: draftOf(draft) });
    const note = within(await screen.findByRole('region', { name: 'Draft' }));
    note.getByText(/maya saved a draft/);
    expect(message()).toHaveProperty('value', 'Hi {{firstName}}');
    await user.click(note.getByRole('button', { name: 'Open the draft' }));
    expect(message()).toHaveProperty('value', 'From the draft');
    expect(screen.getByRole('textbox', { name: 'Sequence Name' })).toHaveProperty('value', 'Hello');
    expect(document.activeElement?.textContent).toBe('Delete the draft');
    note.getByText(/The form shows it\. Saving publishes it\./);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('UpdateSequence')).toMatchObject([
      { input: { name: 'Hello', steps: [{ key: 'step-1', message: 'From the draft' }] }, draftSavedAt: draft.savedAt },
    ]);
  });

  it('is deleted, and another save keeps it', async () => {
    const scheduled = { ...draft, publishAt: '2027-01-01T12:00:00Z', failure: null };
    const { user, sentOf } = await open({ SequenceDraft: draftOf(scheduled) });
    const note = within(await screen.findByRole('region', { name: 'Draft' }));
    note.getByText(/Scheduled for (Fri|Thu), (Jan 1|Dec 31), 202/);
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await user.click(note.getByRole('button', { name: 'Delete the draft' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull());
    expect(sentOf('DeleteSequenceDraft')).toEqual([{ id: sequence.id }]);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sentOf('UpdateSequence')).toHaveLength(1));
    expect(sentOf('UpdateSequence')[0]).not.toHaveProperty('draftSavedAt');
  });

  it('asks before it replaces what was typed, and saves again with its own time and choice', async () => {
    const scheduled = { ...draft, publishAt: '2030-01-01T12:00:00Z', enrolledLeads: 'stop' };
    const { user, message, saveDraft, sentOf } = await open({ SequenceDraft: draftOf(scheduled) });
    const note = within(await screen.findByRole('region', { name: 'Draft' }));
    await user.type(message(), ' typed');
    await user.click(note.getByRole('button', { name: 'Open the draft' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(message()).toHaveProperty('value', 'Hi {{firstName}} typed');
    await user.click(note.getByRole('button', { name: 'Open the draft' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(message()).toHaveProperty('value', 'From the draft');
    const dialog = await saveDraft();
    expect(dialog.getByRole('radio', { name: 'Schedule it' })).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('button', { name: 'Save as a draft' }));
    await waitFor(() =>
      expect(sentOf('SaveSequenceDraft')).toMatchObject([
        { publishAt: '2030-01-01T12:00:00.000Z', enrolledLeads: 'stop', input: { name: 'Hello' } },
      ]),
    );
  });

  it('opens one without the alternatives of messages, which the API saved', async () => {
    const steps = [{ delayMinutes: 5, message: 'From the API' }];
    const { user, message } = await open({ SequenceDraft: draftOf({ ...draft, content: { steps } }) });
    await user.click(await screen.findByRole('button', { name: 'Open the draft' }));
    expect(message()).toHaveProperty('value', 'From the API');
  });

  it('says why it could not be published', async () => {
    await open({ SequenceDraft: draftOf({ ...draft, failure: 'Choose a campaign.' }) });
    await screen.findByText(/It could not be published: Choose a campaign\./);
  });
});
