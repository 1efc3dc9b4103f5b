import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createApollo } from './app/apollo-client';
import { askToSignInAgain } from './features/sessions/session-expired-event';
import { clearSession, storedClientId } from './features/sessions/stored-session';
import { signInFor } from './shared/paths';
import { router } from './app/router';
import { watchKeyboard } from './ui/keyboard-inset';
import { UiProvider } from './app/ui-provider';

const apollo = createApollo((isChange) => {
  // What was typed is still on the screen: signing in over it keeps it.
  if (isChange) return askToSignInAgain();
  const wasClient = storedClientId() !== null;
  clearSession();
  void router.navigate(signInFor(location.pathname, wasClient), { replace: true });
});

watchKeyboard();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ApolloProvider client={apollo}>
      <UiProvider>
        {/* In a transition, an answer that arrives renders the old address once more, and its query asks again: the two take turns. */}
        <RouterProvider router={router} useTransitions={false} />
      </UiProvider>
    </ApolloProvider>
  </StrictMode>,
);
