/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderScreen } from '../../testing/render';
import { ApiKeysPanel } from './api-keys-panel';

const key = {
  __typename: 'ApiKey',
  id: 'key-1',
  name: 'CRM',
  scopes: ['read_all'],
  start: 'drip_abc',
  createdBy: 'ann',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};
const old = { ...key, id: 'key-2', name: 'Old', revokedAt: '2026-01-02T00:00:00Z' };
const list = (...nodes: object[]) => ({ __typename: 'ApiKeyConnection', nodes });
const TOKEN = 'drip_only-once';

async function open() {
  const rendered = renderScreen(
    <ApiKeysPanel />,
    {
      ApiKeys: { active: list(key), revoked: list(old) },
      CreateApiKey: { createApiKey: { __typename: 'CreatedApiKey', id: 'key-3', token: TOKEN } },
    },
    { role: 'admin' },
  );
  await screen.findByText('CRM');
  return rendered;
}

describe('the dialogs of API keys', () => {
  it.each([
    ['?dialog=create-key', 'Create API key', 'dialog', 'Create API key'],
    ['?dialog=revoke-key&id=key-1', 'Revoke CRM', 'alertdialog', /CRM/],
  ])('have an address, which a link opens and Back leaves: %s', async (address, action, role, title) => {
    const { user, router } = await open();
    const button = screen.getByRole('button', { name: action });
    await user.click(button);
    await screen.findByRole(role, { name: title });
    expect(router.state.location.search).toBe(address);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await act(() => router.navigate(`/${address}`));
    await screen.findByRole(role, { name: title });
  });

  it('say that the key of a link does not exist or is revoked', async () => {
    const { router } = await open();
    await act(() => router.navigate('/?dialog=revoke-key&id=key-2'));
    await screen.findByRole('dialog', { name: 'This API key was not found' });
  });

  it('show a new token once, without an address', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Create API key' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create API key' }));
    await user.type(form.getByRole('textbox', { name: 'Key name' }), 'Website');
    await user.click(form.getByRole('button', { name: 'Create API key' }));
    await screen.findByText(TOKEN);
    expect(router.state.location.search).toBe('');
  });
});
