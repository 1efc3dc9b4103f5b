/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { lead } from '../../../testing/fixtures';
import { type Answers, conflictWith, renderScreen, serverError } from '../../../testing/render';
import { LeadDrawer } from './lead-drawer';

const saved = { updateLead: { __typename: 'Lead', ...lead, version: 3 } };
const onClose = jest.fn();

async function open(answers: Answers = { UpdateLead: saved }) {
  onClose.mockClear();
  const rendered = renderScreen(
    <LeadDrawer
      lead={lead}
      timeZone="UTC"
      isEditing
      position={1}
      total={1}
      onMove={jest.fn()}
      onEdited={onClose}
      onClose={jest.fn()}
      findFocus={() => null}
    />,
    answers,
  );
  await screen.findByRole('dialog', { name: 'Edit Lead' });
  const change = async (name: string, text: string) => {
    await rendered.user.clear(screen.getByRole('textbox', { name }));
    await rendered.user.type(screen.getByRole('textbox', { name }), text);
  };
  const setStatus = (status: string) => rendered.user.selectOptions(screen.getByLabelText('Status'), status);
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...rendered, change, setStatus, save };
}
const closed = () => waitFor(() => expect(onClose).toHaveBeenCalled());

describe('the lead form', () => {
  it('sends only the status if only the status was changed, so that a corrected answer stays', async () => {
    const { setStatus, save, sentOf } = await open();
    await setStatus('contacted');
    await save();
    await closed();
    expect(sentOf('UpdateLead')).toEqual([
      { id: lead.id, input: { status: 'contacted' }, expectedVersion: 2, withTimeline: false },
    ]);
  });

  it('sends the answers under their keys, also with dots and brackets', async () => {
    const { change, save, sentOf } = await open();
    await change('Full Name', 'Ann Li');
    await save();
    await closed();
    expect(sentOf('UpdateLead')[0]).toEqual({
      id: lead.id,
      input: { formData: { ...lead.formData, fullName: 'Ann Li' } },
      expectedVersion: 2,
      withTimeline: false,
    });
  });

  it('refuses a phone number that is none, with the server’s message', async () => {
    const { change, save, sent } = await open();
    await change('Phone', 'not a phone');
    await save();
    await screen.findByText('Enter a valid phone number.');
    expect(sent).toEqual([]);
  });

  it('shows the server’s message at the answer', async () => {
    const { change, save } = await open({
      UpdateLead: () => {
        throw serverError('No.', { code: 'BAD_USER_INPUT', fields: { fullName: 'must be text.' } });
      },
    });
    await change('Full Name', 'Ann Li');
    await save();
    await screen.findByText('must be text.');
    expect(screen.getByRole('textbox', { name: 'Full Name' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('merges without a question what a colleague changed in another answer', async () => {
    const theirs = { ...lead.formData, phone: '5125550199' };
    const { change, save, sentOf } = await open({
      UpdateLead: ({ expectedVersion }) => {
        if (expectedVersion === 2) throw conflictWith({ ...lead, formData: theirs, version: 5 });
        return saved;
      },
    });
    await change('Full Name', 'Ann Li');
    await save();
    await closed();
    expect(sentOf('UpdateLead')[1]).toEqual({
      id: lead.id,
      input: { formData: { ...theirs, fullName: 'Ann Li' } },
      expectedVersion: 5,
      withTimeline: false,
    });
  });

  it('asks which value to keep if a colleague changed the same answer', async () => {
    const { user, change, save, sentOf } = await open({
      UpdateLead: ({ expectedVersion }) => {
        if (expectedVersion === 2)
          throw conflictWith({ ...lead, formData: { ...lead.formData, phone: '5125550199' }, version: 5 });
        return saved;
      },
    });
    await change('Phone', '5125550111');
    await save();
    await screen.findByRole('radiogroup', { name: 'Phone' });
    await user.click(screen.getByRole('radio', { name: 'Yours: 5125550111' }));
    await save();
    await closed();
    expect(sentOf('UpdateLead')[1]).toMatchObject({ input: { formData: { phone: '5125550111' } }, expectedVersion: 5 });
  });
});
