import { persistedOperations } from '@dripline/contract/persisted-operations';
import type { RequestHandler } from 'express';

interface Body {
  query?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } };
}

const persistedTexts = new Set(Object.values(persistedOperations));

/**
 * Resolves persisted operations by id, following Apollo's persisted-query protocol. Unless `isOpen`, only the persisted
 * operations of this release and the previous one are accepted (trusted documents).
 */
export function persistedOperationsMiddleware({ isOpen }: { isOpen: boolean }): RequestHandler {
  return (req, res, next) => {
    const body = (req.body ?? {}) as Body;
    const id = body.extensions?.persistedQuery?.sha256Hash;
    if (typeof id === 'string' && typeof body.query !== 'string') {
      const text = Object.hasOwn(persistedOperations, id) ? persistedOperations[id] : undefined;
      if (text === undefined)
        return void res.json({
          errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
        });
      body.query = text;
    }
    delete body.extensions;
    if (isOpen || (req.method === 'POST' && typeof body.query === 'string' && persistedTexts.has(body.query)))
      return next();
    res.status(403).json({
      errors: [
        {
          message: 'Only persisted operations are accepted. Use the REST API, or enable GRAPHQL_PLAYGROUND.',
          extensions: { code: 'FORBIDDEN' },
        },
      ],
    });
  };
}
