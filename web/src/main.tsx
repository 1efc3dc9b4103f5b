import type { ApolloClient } from '@apollo/client';
import type { SessionRole } from '@dripline/contract/sessions';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createApolloClient } from './app/apollo-client';
import { announceSessionExpired, requestRecentSignIn } from './features/sessions/session-expired-event';
import { clearSession } from './features/sessions/stored-session';
import { signInPathOf } from './shared/paths';
import { signInToReturn } from './shared/return-path';
import { ApolloClientsProvider } from './shared/session-role';
import { registerFonts } from './ui/theme/fonts';
import { createRouter } from './app/router';
import { UiProvider } from './app/ui-provider';
import { hasOpenForm } from './ui/form/unsaved-changes';

const clients = { admin: createClient('admin'), client: createClient('client') };
const router = createRouter(clients);

registerFonts();
trackKeyboardHeight();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ApolloClientsProvider value={clients}>
      <UiProvider>
        {/* With transitions, a response renders the previous URL once more, whose query refetches, and the two URLs alternate. */}
        <RouterProvider router={router} useTransitions={false} />
      </UiProvider>
    </ApolloClientsProvider>
  </StrictMode>,
);

function createClient(role: SessionRole): ApolloClient {
  const onSessionLost = (isChange: boolean) => {
    // The user signs in over the current screen, so that unsaved input is kept.
    if (isChange || hasOpenForm()) return announceSessionExpired();
    const signInPath = signInPathOf(role);
    // Other requests may have failed before.
    if (location.pathname === signInPath) return;
    void router.navigate(signInToReturn(signInPath, location), { replace: true }).then(() => {
      if (role === 'client') clearSession();
      // Another account may sign in next.
      return client.clearStore();
    });
  };
  const client = createApolloClient(role, onSessionLost, requestRecentSignIn);
  return client;
}

/** Keeps the CSS variable `--keyboard` at the height of the on-screen keyboard, so that toasts appear above it. */
function trackKeyboardHeight() {
  const viewport = visualViewport;
  if (!viewport) return;
  const measure = () => {
    const hidden = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    document.documentElement.style.setProperty('--keyboard', viewport.scale === 1 ? `${Math.round(hidden)}px` : '0px');
  };
  viewport.addEventListener('resize', measure);
  viewport.addEventListener('scroll', measure);
}
