import { persistedOperations } from '@dripline/contract/persisted-operations';
import type { RequestHandler } from 'express';

interface Body {
  query?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } };
}

const texts = new Set(Object.values(persistedOperations));

/**
 * Takes an operation by its id, as Apollo's persisted queries send it; one that is not known is answered so that the sender sends the text. Unless it is open, only the
 * operations of our own programs, of this release and the one before, are answered (trusted documents).
 */
export function knownOperations({ isOpen }: { isOpen: boolean }): RequestHandler {
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
    if (isOpen || (req.method === 'POST' && typeof body.query === 'string' && texts.has(body.query))) return next();
    res.status(403).json({
      errors: [{ message: 'Only operations of our own programs are answered here', extensions: { code: 'FORBIDDEN' } }],
    });
  };
}
