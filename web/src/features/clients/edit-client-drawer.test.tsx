/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { client } from '../../testing/fixtures';
import { keepsTab } from '../../shared/dialogs/dialog-link';
import { type Answers, conflictWith, renderScreen } from '../../testing/render';
import { findUnsaved, useUnsavedChanges } from '../../ui/form/unsaved-changes';
import type { ClientRow } from './client-row';
import { EditClientDrawer } from './edit-client-drawer';

const row = { ...client, stats: { totalCampaigns: 0, totalLeads: 0, heldLeads: 0 }, usage: { smsThisMonth: 0 } };
const saved = { updateClient: { __typename: 'Client', ...client, version: 5 } };
const onClose = jest.fn();

async function open(edited: Partial<ClientRow> = {}, answers: Answers = { UpdateClient: saved }, behind = <></>) {
  onClose.mockClear();
  const rendered = renderScreen(
    <>
      {behind}
      <EditClientDrawer client={{ ...row, ...edited } as ClientRow} onClose={onClose} />
    </>,
    answers,
  );
  await screen.findByRole('dialog', { name: 'Edit Client Settings' });
  const set = async (field: HTMLElement, text: string) => {
    await rendered.user.clear(field);
    if (text) await rendered.user.type(field, text);
  };
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save changes' }));
  return { ...rendered, set, save };
}
const closed = () => waitFor(() => expect(onClose).toHaveBeenCalled());
const login = () => screen.getByRole('checkbox', { name: 'Enable client login' });

describe('the client form', () => {
  it('sends only what changed, so that a limit that was raised meanwhile stays', async () => {
    const { set, save, sentOf } = await open();
    await set(screen.getByRole('textbox', { name: 'Notification Phone' }), '5125550177');
    await save();
    await closed();
    expect(sentOf('UpdateClient')).toEqual([
      { id: client.id, input: { notificationPhone: '5125550177' }, expectedVersion: 4 },
    ]);
  });

  it('keeps the password if the login was switched off and is switched on with a blank password', async () => {
    const { user, save, sentOf } = await open({ authEnabled: false });
    await user.click(login());
    expect(screen.getByLabelText('Password').getAttribute('aria-required')).not.toBe('true');
    await save();
    await closed();
    expect(sentOf('UpdateClient')).toEqual([{ id: client.id, input: { authEnabled: true }, expectedVersion: 4 }]);
  });

  it('refuses a limit out of range with the server’s message, without the toast for missing fields', async () => {
    const { set, save, hasToast } = await open();
    await set(screen.getByRole('spinbutton', { name: 'Monthly Campaign Limit' }), '0');
    await save();
    await screen.findByText('Campaign limit must be at least 1.');
    expect(hasToast('Please fill in all required fields')).toBe(false);
  });

  it('shows both values of a field that another administrator changed', async () => {
    const { user, set, save, sentOf } = await open(
      {},
      {
        UpdateClient: ({ expectedVersion }) => {
          if (expectedVersion === 4)
            throw conflictWith({ ...client, monthlyLeadLimit: 5000, businessName: 'Acme Inc.', version: 6 });
          return saved;
        },
      },
    );
    await set(screen.getByRole('textbox', { name: 'Business Name' }), 'Acme LLC');
    await save();
    await user.click(await screen.findByRole('radio', { name: 'Yours: Acme LLC' }));
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
    expect(screen.getByRole('spinbutton', { name: 'Monthly Lead Limit' })).toHaveProperty('value', '5000');
    await save();
    await closed();
    expect(sentOf('UpdateClient')[1]).toEqual({
      id: client.id,
      input: { businessName: 'Acme LLC' },
      expectedVersion: 6,
    });
  });

  it.each(['saved', 'discarded'])(
    'when %s, leaves what was typed in a form of the page behind it unsaved',
    async (end) => {
      function FormBehind() {
        useUnsavedChanges({ isUnsaved: true, staysOnPage: keepsTab });
        return null;
      }
      const { user, set, save } = await open({}, undefined, <FormBehind />);
      await set(screen.getByRole('textbox', { name: 'Notification Phone' }), '5125550177');
      if (end === 'saved') await save();
      else {
        await user.click(screen.getByRole('button', { name: 'Cancel' }));
        await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
      }
      await closed();
      expect(findUnsaved()).toBe('form');
      // Without the drawer, only the form behind it is left.
      expect(findUnsaved({ from: new URLSearchParams({ dialog: 'edit' }), to: new URLSearchParams() })).toBeUndefined();
    },
  );

  it('needs a password for a client that never had a login', async () => {
    const { user, set, save, sent } = await open({ authEnabled: false, username: null });
    await user.click(login());
    await set(screen.getByRole('textbox', { name: 'Username' }), 'acme');
    await save();
    await screen.findByText('Password is required when login is enabled.');
    await screen.findByText('Please fill in all required fields');
    expect(sent).toEqual([]);
  });
});
