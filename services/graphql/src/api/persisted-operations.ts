import type { RequestHandler, Response } from 'express';

interface Body {
  query?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } };
}

/** Why a caller may not send operations other than the persisted ones, or null if it may. */
export type CheckOwnOperation = (res: Response) => string | null | Promise<string | null>;

/**
 * Resolves persisted operations by id, following Apollo's persisted-query protocol. Everyone may send the persisted
 * operations (trusted documents). `check` decides about all others.
 *
 * @param operations the persisted operations of this release and the previous one, by id
 */
export function persistedOperationsMiddleware(
  operations: Record<string, string>,
  check: CheckOwnOperation,
): RequestHandler {
  const texts = new Set(Object.values(operations));
  return async (req, res, next) => {
    const body = (req.body ?? {}) as Body;
    const id = body.extensions?.persistedQuery?.sha256Hash;
    if (typeof id === 'string' && typeof body.query !== 'string') {
      const text = Object.hasOwn(operations, id) ? operations[id] : undefined;
      if (text === undefined)
        return void res.json({
          errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
        });
      body.query = text;
    }
    delete body.extensions;
    if (req.method === 'POST' && typeof body.query === 'string' && texts.has(body.query)) return next();
    const message = await check(res);
    if (message === null) return next();
    res.status(403).json({ errors: [{ message, extensions: { code: 'FORBIDDEN' } }] });
  };
}
