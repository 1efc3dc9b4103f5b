import type { ClientDomains } from '@dripline/runtime/landing/client-domains';
import { createLandingCache, type LandingCache } from '@dripline/runtime/landing/landing-cache';
import { createApp } from '../app';
import type { Client } from '../client-bundle';
import { readEnv } from '../env';
import { landingRenderer } from '../landing/landing-renderer';
import { log } from '../log';
import { startTestServer } from './start-test-server';

const client: Client = {
  landing: { styles: 'body{margin:0}', script: '/assets/landing-1.js' },
  renderer: async () => landingRenderer,
  handler: (_request, _response, next) => next(),
};

/** Starts the web server on a free port with the given environment variables. */
export function startWeb(
  variables: Record<string, string>,
  browserPart = client,
  { landings, domains }: { landings?: LandingCache; domains?: ClientDomains } = {},
) {
  const env = readEnv({ NODE_ENV: 'test', PUBLIC_URL: 'https://pages.example', ...variables });
  const uncached = env.GRAPHQL_URL ? createLandingCache({ graphqlUrl: env.GRAPHQL_URL, log }) : undefined;
  return startTestServer(createApp(env, browserPart, { landings: landings ?? uncached, domains }));
}
