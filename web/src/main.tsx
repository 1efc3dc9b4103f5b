import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { apollo } from './apollo';
import { router } from './router';
import { UiProvider } from './ui/provider';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ApolloProvider client={apollo}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </ApolloProvider>
  </StrictMode>,
);
