import { type ReactNode, Suspense, use } from 'react';
import { useLoaderData } from 'react-router';
import type { Preloaded } from './preload';
import { PageLoading } from './page-loading';

/** Renders a screen when the data that the route's loader requested has arrived. */
export function WhenReady({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <Ready>{children}</Ready>
    </Suspense>
  );
}

function Ready({ children }: { children: ReactNode }) {
  use(useLoaderData<Preloaded>().ready);
  return children;
}
