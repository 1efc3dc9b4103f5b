import { ApolloLink, type Observable } from '@apollo/client';
import { of, tap, throwError } from 'rxjs';

/** The screen asks as soon as its code has loaded. */
const KEPT_MS = 10_000;

/**
 * Gives a screen's query the failure of the loader that requested the same data, once. Otherwise the screen would send
 * the query again, and nothing is retried (product spec, section 9).
 */
export function createPreloadFailures(): ApolloLink {
  const failures = new Map<string, { at: number; replay: Observable<ApolloLink.Result> }>();
  return new ApolloLink((operation, forward) => {
    const key = `${operation.operationName} ${JSON.stringify(operation.variables)}`;
    const failure = failures.get(key);
    failures.delete(key);
    if (!operation.getContext()['isPreload'])
      return failure && Date.now() - failure.at < KEPT_MS ? failure.replay : forward(operation);
    const keep = (replay: Observable<ApolloLink.Result>) => void failures.set(key, { at: Date.now(), replay });
    return forward(operation).pipe(
      tap({
        next: (result) => result.errors && keep(of(result)),
        error: (error: unknown) => keep(throwError(() => error)),
      }),
    );
  });
}
