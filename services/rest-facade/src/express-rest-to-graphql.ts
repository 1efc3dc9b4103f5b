import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { MAX_PAGE_SIZE, MAX_REST_ITEMS } from '@dripline/contract/limits';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { isTooDeep, tooDeepMessage } from '@dripline/runtime/http/json-depth';
import { ContractError, request } from '@dripline/runtime/http/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Express, NextFunction, Request, Response } from 'express';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The HTTP methods of the API, as Express names them. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** A page of a list, as GraphQL returns it. */
interface ListPage {
  items: { id: string }[];
  /** The number of items on all pages. The first request selects it. */
  total?: number;
  nextCursor: string | null;
}

/** The properties of a route besides method, path and operation. */
export interface RouteDetails<Data, Variables> {
  /** A one-line summary for the OpenAPI document. */
  summary: string;
  /** Maps the request to the operation's variables. */
  variables: (req: Request) => Variables;
  /** Maps the operation's data to the response body. Without it the response is 204 without a body. */
  toBody?: (data: Data) => unknown;
  /**
   * Responds with an array: the items of a page. `X-Total-Count` contains the total, and `Link` the next page.
   * The operation has the variables `limit`, `after`, `offset` and `withTotal`.
   */
  list?: (data: Data) => ListPage;
  /** Whether `list` responds with up to `MAX_REST_ITEMS` items if the request has no `limit`. */
  isWhole?: boolean;
  /** The status of a successful response. Defaults to 200, or 204 without a body. */
  status?: number;
  /** Responds with a file instead of JSON. `content` is base64. */
  file?: (data: Data) => { fileName: string; mimeType: string; content: string };
  /** Streams a file that the operation returns in parts. `next` is the `after` cursor of the next part. */
  parts?: { fileName: string; mimeType: string; text: (data: Data) => string; next: (data: Data) => string | null };
  /** Reads from the landing cache instead of sending the operation. `headers` are the forwarded request headers. */
  readCached?: (landings: LandingCache, variables: Variables, headers: Record<string, string>) => Promise<Data>;
  /** Whether any site may call the route from a browser. Such a route ignores the session. */
  isPublic?: boolean;
  /** OpenAPI: the media types of `file`. */
  mediaTypes?: string[];
  /** OpenAPI: error codes in addition to those that are derived from the operation. */
  errorCodes?: ErrorCode[];
  /** OpenAPI: JSON Schema of a body whose keys GraphQL does not declare. */
  body?: Record<string, unknown>;
}

/** The services that answer a route. */
export interface Upstream {
  graphqlUrl: string;
  landingCache: LandingCache;
  /** Timeout of one GraphQL request, in milliseconds. */
  timeoutMs: number;
}

/** A route: an HTTP method and path, and the GraphQL operation that it sends. */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  operation: string;
  document: DocumentNode;
  details: Omit<RouteDetails<never, unknown>, 'readCached'>;
  status: number;
  isPublic: boolean;
  answer(upstream: Upstream, req: Request, res: Response): Promise<void>;
}

/** Creates a route. The types of `variables` and `reply` are checked against the document. */
export function route<Data, Variables extends Record<string, unknown>>(
  method: Method,
  path: string,
  document: TypedDocumentNode<Data, Variables>,
  details: RouteDetails<Data, Variables>,
): Route {
  const {
    summary,
    variables,
    toBody,
    list,
    isWhole = false,
    file,
    parts,
    readCached: readFromCache,
    status = toBody || list || file || parts ? 200 : 204,
    isPublic = false,
  } = details;
  const { name, variableDefinitions = [] } = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === 'OperationDefinition',
  )!;
  const variableNames = variableDefinitions.map(({ variable }) => variable.name.value);
  return {
    method,
    path,
    summary,
    operation: name?.value ?? '',
    document,
    details,
    status,
    isPublic,
    async answer({ graphqlUrl, landingCache, timeoutMs }, req, res) {
      const ask = async (sentVariables: Variables) => {
        rejectUnknownVariables(sentVariables, variableNames);
        if (readFromCache)
          return {
            data: await readFromCache(landingCache, sentVariables, forwardedHeaders(req, isPublic)),
            headers: new Headers(),
          };
        return request(graphqlUrl, document, sentVariables, {
          headers: forwardedHeaders(req, isPublic),
          timeoutMs,
        });
      };
      const given = variables(req);
      const streams = isWhole && given['limit'] === undefined;
      const first = streams ? { ...given, limit: MAX_PAGE_SIZE } : given;
      const result = await ask(first);
      for (const cookie of result.headers.getSetCookie()) res.append('Set-Cookie', cookie);
      res.set('Cache-Control', 'no-store').status(status);
      if (toBody) res.json(toBody(result.data));
      else if (list)
        await sendList(req, res, list(result.data), streams, async (page) =>
          list((await ask({ ...first, withTotal: false, ...page })).data),
        );
      else if (file) sendFile(res, file(result.data));
      else if (parts)
        await sendParts(res, parts, result.data, async (after) => (await ask({ ...variables(req), after })).data);
      else res.end();
    },
  };
}

/** Rejects unknown fields, because GraphQL ignores unknown variables. */
function rejectUnknownVariables(sentVariables: object, variableNames: string[]): void {
  const unknown = Object.keys(sentVariables).find((name) => !variableNames.includes(name));
  if (unknown !== undefined)
    throw new ContractError('BAD_USER_INPUT', `Unknown field "${unknown}"`, {
      [unknown]: 'is not a field of this request',
    });
}

function sendFile(
  res: Response,
  { fileName, mimeType, content }: { fileName: string; mimeType: string; content: string },
): void {
  res.attachment(fileName).type(mimeType).send(Buffer.from(content, 'base64'));
}

/** Selects a page after another one. */
interface NextPage {
  after: string;
  limit?: number;
  offset?: number | undefined;
}

/**
 * Responds with a page or, if `streams`, with a page after the other up to `MAX_REST_ITEMS` items, with backpressure. If
 * a later page fails, the connection is aborted, so that the client does not take an incomplete list for a complete one.
 */
async function sendList(
  req: Request,
  res: Response,
  first: ListPage,
  streams: boolean,
  ask: (page: NextPage) => Promise<ListPage>,
): Promise<void> {
  const { total = 0, nextCursor } = first;
  res.set('X-Total-Count', String(total));
  const isStream = streams && nextCursor !== null;
  // The header is sent before the items, so the last item is looked up first. It is identified by its id, because
  // items may be added or deleted meanwhile.
  const end =
    isStream && total > MAX_REST_ITEMS
      ? await ask({ after: nextCursor, limit: 1, offset: MAX_REST_ITEMS - first.items.length - 1 })
      : null;
  const next = isStream ? (end?.nextCursor ?? null) : nextCursor;
  if (next !== null) res.set('Link', `<${nextPageUrl(req, next)}>; rel="next"`);
  if (!isStream) return void res.json(first.items);
  res.type('json');
  if (req.method === 'HEAD') return void res.end();
  const lastId = next === null ? undefined : end?.items[0]?.id;
  async function* parts() {
    let page = first;
    let separator = '[';
    for (;;) {
      const last = page.items.findIndex(({ id }) => id === lastId);
      const items = last === -1 ? page.items : page.items.slice(0, last + 1);
      if (items.length > 0) yield separator + JSON.stringify(items).slice(1, -1);
      if (items.length > 0) separator = ',';
      if (last !== -1 || page.nextCursor === null) break;
      page = await ask({ after: page.nextCursor, offset: undefined });
    }
    yield separator === '[' ? '[]' : ']';
  }
  await pipeline(Readable.from(parts()), res);
}

/** Returns the URL of the request, continued after a cursor. */
function nextPageUrl({ originalUrl }: Request, cursor: string): string {
  const [path = '', query] = originalUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  parameters.set('after', cursor);
  return `${path}?${parameters.toString()}`;
}

type Parts<Data> = NonNullable<RouteDetails<Data, unknown>['parts']>;

/**
 * Streams the parts with backpressure. If a part fails, the connection is aborted, so that the client does not take an
 * incomplete file for a complete one.
 */
async function sendParts<Data>(
  res: Response,
  { fileName, mimeType, text, next }: Parts<Data>,
  first: Data,
  ask: (after: string) => Promise<Data>,
): Promise<void> {
  res.attachment(fileName).type(mimeType);
  async function* all() {
    yield text(first);
    for (let after = next(first); after !== null;) {
      const part = await ask(after);
      yield text(part);
      after = next(part);
    }
  }
  await pipeline(Readable.from(all()), res);
}

const commonHeaders = ['user-agent', 'sec-purpose', 'purpose'];
const sessionHeaders = ['cookie', 'origin', 'sec-fetch-site'];

function forwardedHeaders(req: Request, isPublic: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': req.ip ?? '', 'x-forwarded-method': req.method };
  for (const name of isPublic ? commonHeaders : [...commonHeaders, ...sessionHeaders]) {
    const value = req.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Mounts the routes. Each path answers 405 for methods that it does not support. */
export function mountRoutes(app: Express, table: Route[], upstream: Upstream): void {
  for (const path of new Set(table.map((entry) => entry.path))) {
    const rows = table.filter((entry) => entry.path === path);
    const allowed = rows
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    if (rows.some(({ isPublic }) => isPublic)) app.use(path, allowAnyOrigin(allowed));
    for (const entry of rows)
      app[entry.method](path, requireJsonObject, (req, res) => entry.answer(upstream, req, res));
    app.all(
      path,
      (_req, res) =>
        void res
          .set('Allow', allowed)
          .status(405)
          .json({ message: 'Method not allowed. The Allow header lists the allowed methods.', code: 'BAD_USER_INPUT' }),
    );
  }
}

function allowAnyOrigin(allowed: string) {
  return (req: Request, res: Response, next: NextFunction): void => {
    res.set('Access-Control-Allow-Origin', '*');
    if (req.method !== 'OPTIONS') return next();
    res.set({
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '86400',
    });
    res.status(204).end();
  };
}

function requireJsonObject(req: Request, _res: Response, next: NextFunction): void {
  const hasBody = Number(req.get('content-length') ?? 0) > 0 || req.get('transfer-encoding') !== undefined;
  if (hasBody && !req.is('application/json'))
    throw new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be JSON, sent with Content-Type: application/json.',
    );
  if (hasBody && (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)))
    throw new ContractError('BAD_USER_INPUT', 'The body must be a JSON object');
  if (hasBody && isTooDeep(req.body)) throw new ContractError('BAD_USER_INPUT', tooDeepMessage);
  next();
}

/** Express error handler that responds with `{message, code, fields?, challenge?}` and the status of the code. */
export function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  if (res.headersSent) return void res.destroy();
  const { code, message, fields, retryAfter, challenge } = toContractError(error);
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(httpStatus[code]).json({ message, code, fields, challenge });
}

function toContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large')
    return new ContractError('PAYLOAD_TOO_LARGE', 'The request body must be at most 1 MB.');
  if (status === 415)
    return new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON in UTF-8, uncompressed or compressed with gzip, deflate or br',
    );
  if (status !== undefined && status < 500)
    return new ContractError('BAD_USER_INPUT', 'The request body must be valid JSON.');
  return new ContractError('INTERNAL_SERVER_ERROR', 'An internal error occurred. Please try again.');
}
