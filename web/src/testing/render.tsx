import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { ChakraProvider } from '@chakra-ui/react';
import type { SessionRole } from '@dripline/contract/sessions';
import { configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GraphQLError } from 'graphql';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createCache } from '../app/apollo-client';
import { ActAs, ApolloClientsProvider } from '../shared/session-role';
import { ToastAreaLoader } from '../ui/feedback/toast-area-loader';
import { dismissToast } from '../ui/feedback/toaster';
import { UnsavedChangesGuard } from '../ui/form/unsaved-changes-guard';
import { themeSystem } from '../ui/theme/theme';

// A busy machine takes seconds to render a page of 25 leads, or a dialog.
configure({ asyncUtilTimeout: 10_000 });

/**
 * Answers the operations of a screen. A function gets the variables; what it throws is the error: one of GraphQL in the
 * answer, or any other in place of an answer. A promise is an answer that arrives later.
 */
export type Answers = Record<string, object | ((variables: Record<string, unknown>) => object)>;

/** An operation that a screen sent. */
export interface SentOperation {
  name: string;
  variables: Record<string, unknown>;
}

/** Creates an error with the extensions that the server adds. */
export const serverError = (message: string, extensions: object) =>
  new GraphQLError(message, { extensions: { ...extensions } });

/** Creates the error for an object that somebody else changed meanwhile. */
export const conflictWith = (current: object) =>
  serverError('Somebody changed this meanwhile.', { code: 'CONFLICT', current });

/** Renders a screen in the app's providers at a path, with a link to `/elsewhere`. The answers replace the server. */
export function renderScreen(
  screen: ReactNode,
  answers: Answers = {},
  { role = 'client', path = '/' }: { role?: SessionRole; path?: string } = {},
) {
  // The toast of the previous test.
  dismissToast();
  const sent: SentOperation[] = [];
  const link = new ApolloLink(({ operationName = '', variables }) => {
    sent.push({ name: operationName, variables });
    const answer = answers[operationName];
    return new Observable((observer) => {
      try {
        if (!answer) throw serverError(`${operationName} has no answer`, { code: 'INTERNAL_SERVER_ERROR' });
        const data = (typeof answer === 'function' ? answer(variables) : answer) as Record<string, unknown>;
        if (data instanceof Promise) {
          void data.then((later: Record<string, unknown>) => {
            observer.next({ data: later });
            observer.complete();
          });
          return;
        }
        observer.next({ data });
      } catch (error) {
        if (!(error instanceof GraphQLError)) return observer.error(error);
        observer.next({ data: null, errors: [error.toJSON()] });
      }
      observer.complete();
    });
  });
  const root = (
    <>
      <Outlet />
      <UnsavedChangesGuard />
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="?tab=other">Other tab</Link>
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: root,
        children: [
          { path, element: screen },
          { path: '*', element: <h1>Another page</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const client = new ApolloClient({ cache: createCache(), link });
  render(
    <ApolloClientsProvider value={{ admin: client, client }}>
      <ActAs session={role}>
        <ChakraProvider value={themeSystem}>
          <RouterProvider router={router} />
          <ToastAreaLoader />
        </ChakraProvider>
      </ActAs>
    </ApolloClientsProvider>,
  );
  const sentOf = (name: string) =>
    sent.filter((operation) => operation.name === name).map(({ variables }) => variables);
  const hasToast = (text: string) =>
    [...document.querySelectorAll('[data-scope=toast][data-state=open]')].some(({ textContent }) =>
      textContent.includes(text),
    );
  return { apollo: client, hasToast, user: userEvent.setup({ pointerEventsCheck: 0 }), router, sent, sentOf };
}
