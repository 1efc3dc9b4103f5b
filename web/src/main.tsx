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
  // The user signs in over the current screen, so that unsaved input is kept.
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
        {/* With transitions, a response renders the previous URL once more, whose query refetches, and the two URLs alternate. */}
        <RouterProvider router={router} useTransitions={false} />
      </UiProvider>
    </ApolloProvider>
  </StrictMode>,
);
