import { internalOperations, persistedOperations } from '@dripline/contract/persisted-operations';
import { formTokens } from '@dripline/runtime/landing/form-token';
import type { NextFunction, Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { limitKey } from './api-keys/limit-key';
import type { Context, Settings } from './api/context';
import { createContext } from './api/create-context';
import { objectRoutes } from './files/object-routes';
import { createChangeFeed } from './changes/change-feed';
import type { ObjectStore } from './files/store/object-store';
import type { OutboxRelay } from './outbox/relay.types';
import { checkOwnOperation, mayExplore } from './access/own-operations';
import { playground } from './api/playground/serve-playground';
import { createInternalSchema, createSchema } from './api/schema';
import { asSystem, withPriority } from './access/scope';
import { authenticateService } from './access/service-tokens';
import { twilioWebhooks } from './provider/twilio-webhooks';
import { createRateLimiters } from './api/rate-limiters';
import { type RunningServer, serveGraphql } from './serve-graphql';

export interface ServerDependencies {
  dataSource: DataSource;
  settings: Settings;
  outboxRelay: OutboxRelay;
  objectStore: ObjectStore;
  /** How often the access of open streams is checked, in milliseconds. Tests set it. */
  checkAccessMs?: number | undefined;
}

/**
 * Starts the GraphQL server: the public schema on `port`, and the schema for Dripline's other services on
 * `internalPort`. Port 0 selects a free port.
 */
export async function createServer(
  serverParts: ServerDependencies,
  { port, internalPort, host }: { port: number; internalPort: number; host?: string },
): Promise<RunningServer & { internalPort: number }> {
  const { dataSource, settings } = serverParts;
  const dependencies = {
    ...serverParts,
    rateLimiters: createRateLimiters(dataSource, settings.rateLimits),
    formTokens: formTokens(settings.landingToken),
    changes: createChangeFeed(dataSource),
  };
  // These endpoints need no session: files are public, and uploads and provider webhooks carry a signature.
  const forEverybody = (_req: Request, _res: Response, next: NextFunction) => asSystem(next);
  const requireService = (req: Request, _res: Response, next: NextFunction) => {
    authenticateService(req, settings);
    next();
  };
  const publicServer = await serveGraphql(
    {
      schema: createSchema(),
      operations: persistedOperations,
      checkOwnOperation,
      settings,
      async createContext(req, res) {
        const context = await createContext(dependencies, req, res);
        await limitKey(context, res);
        return context;
      },
      recreateContext: (req, res) => createContext(dependencies, req, res, { isUse: false }),
      checkAccessMs: serverParts.checkAccessMs,
      addRoutes(app) {
        app.use('/objects', forEverybody, objectRoutes(serverParts));
        if (settings.twilioAuthTokens.length > 0)
          app.use(
            '/webhooks/twilio',
            (_req, _res, next) => withPriority('urgent', next),
            forEverybody,
            twilioWebhooks({ ...serverParts, publicUrl: settings.publicUrl, authTokens: settings.twilioAuthTokens }),
          );
      },
      ...(settings.playground === 'off'
        ? {}
        : { playground: playground(settings, ({ locals }) => mayExplore(locals['context'] as Context)) }),
    },
    { port, host },
  );
  const internalServer = await serveGraphql(
    {
      schema: createInternalSchema(),
      operations: internalOperations,
      checkOwnOperation: () => 'Only operations of the product’s own services are accepted.',
      settings,
      createContext: (req, res) =>
        createContext(dependencies, req, res, { service: authenticateService(req, settings) }),
      // Rejects requests without a token before their body is read.
      addRoutes: (app) => app.use('/graphql', requireService),
    },
    { port: internalPort, host },
  );
  return {
    port: publicServer.port,
    internalPort: internalServer.port,
    async stop() {
      // Subscribers go to other replicas at once.
      await dependencies.changes.stop();
      await Promise.all([publicServer.stop(), internalServer.stop()]);
    },
  };
}
