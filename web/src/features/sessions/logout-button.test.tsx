/** @jest-environment jsdom */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { screen, waitFor } from '@testing-library/react';
import { ViewerDocument } from '../../shared/graphql/generated';
import { type Answers, renderScreen } from '../../testing/render';
import { LogoutButton } from './logout-button';

const viewer = { __typename: 'Viewer', user: null, client: null, member: null, secondFactorDueAt: null };

async function signOut(answers: Answers) {
  let cached = () => ({});
  function Screen() {
    const apollo = useApolloClient();
    cached = () => apollo.extract() as object;
    useQuery(ViewerDocument);
    return <LogoutButton as="client" isWide={false} />;
  }
  const { user, hasToast } = renderScreen(<Screen />, { Viewer: { viewer }, ...answers });
  await waitFor(() => expect(cached()).toMatchObject({ ROOT_QUERY: { viewer } }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  return { cached, hasToast };
}

test('signing out leaves nothing in the cache for the next account', async () => {
  const { cached } = await signOut({ SignOutClient: { signOutClient: true } });
  await screen.findByRole('heading', { name: 'Another page' });
  await waitFor(() => expect(cached()).toEqual({}));
});

test('a sign-out that fails stays on the screen with its data', async () => {
  const { cached, hasToast } = await signOut({});
  await waitFor(() => expect(hasToast('Failed to logout')).toBe(true));
  expect(cached()).toMatchObject({ ROOT_QUERY: { viewer } });
});
