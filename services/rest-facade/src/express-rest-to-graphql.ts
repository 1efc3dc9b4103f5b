import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@dripline/contract/idempotency';
import { MAX_PAGE_SIZE, MAX_REST_ITEMS } from '@dripline/contract/limits';
import { rules } from '@dripline/contract/schema';
import { SESSION_HEADER, SESSION_PARAMETER, type SessionRole, sessionRoles } from '@dripline/contract/sessions';
import { readApiKey } from '@dripline/runtime/api-keys';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { isTooDeep, tooDeepMessage } from '@dripline/runtime/http/json-depth';
import { ContractError, request } from '@dripline/runtime/http/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Express, NextFunction, Request, Response } from 'express';
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  visit,
} from 'graphql';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';

/** The status of a change whose `If-Match` is not the current version (RFC 9110, section 13.1.1). */
export const PRECONDITION_FAILED = 412;

/** The HTTP methods of the API, as Express names them. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A page of a list, as GraphQL returns it. */
interface ListPage {
  nodes: { id: string }[];
  /** The number of items on all pages. The first request selects it. */
  totalCount?: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
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
  /**
   * How the object is read that the route changes. The body may contain its other fields: those with the current values
   * are ignored, and changed ones are rejected.
   */
  current?: {
    document: TypedDocumentNode<unknown, { id: string }>;
    /** The fields that can be changed. */
    writable: string[];
    /** Fields that Dripline changes without a request, so a GET can be out of date at once. They are ignored. */
    computed?: string[];
    toBody: (data: never) => object;
  };
  /** Whether any site may call the route from a browser. Such a route ignores the session. */
  isPublic?: boolean;
  /** OpenAPI: the operation id. Defaults to the operation's name. */
  operationId?: string;
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
    current,
    status = toBody || list || file || parts ? 200 : 204,
    isPublic = false,
  } = details;
  const {
    name,
    variableDefinitions = [],
    selectionSet,
  } = document.definitions.find((node): node is OperationDefinitionNode => node.kind === 'OperationDefinition')!;
  const isForAdmins = rules.callers[(selectionSet.selections[0] as FieldNode).name.value]?.join() === 'admin';
  const argumentsOfDocument = variableArguments(document);
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
      const options = {
        headers: {
          ...forwardedHeaders(req, isPublic ? commonHeaders : [...commonHeaders, ...sessionHeaders]),
          // Public routes pass the key as a variable.
          ...(isPublic ? {} : sessionHeader(req, parts !== undefined, isForAdmins)),
          ...(method === 'post' && !isPublic ? chosenHeaders(req, [IDEMPOTENCY_HEADER]) : {}),
          ...apiKeyHeader(req),
        },
        timeoutMs,
        onHeaders: (headers: Headers) => returnHeaders(headers, res),
      };
      const ask = async (sentVariables: Variables) => {
        rejectUnknownVariables(sentVariables, variableNames);
        if (readFromCache)
          return {
            data: await readFromCache(landingCache, sentVariables, forwardedHeaders(req, commonHeaders)),
            headers: new Headers(),
          };
        return request(graphqlUrl, document, sentVariables, options).catch((error: unknown) => {
          throw error instanceof ContractError ? nameVariables(error, argumentsOfDocument) : error;
        });
      };
      const expectedVersion = current && readIfMatch(req);
      if (current) {
        const read = async () => {
          const { data } = await request(graphqlUrl, current.document, { id: String(req.params['id']) }, options);
          return current.toBody(data as never) as Record<string, unknown>;
        };
        // With a version, GraphQL rejects the change if the object has been updated.
        const ignored = [
          ...(current.computed ?? []),
          'version',
          ...(expectedVersion === undefined ? [] : ['updatedAt']),
        ];
        req.body = await withoutReadOnlyFields(req.body as Record<string, unknown>, current.writable, ignored, read);
      }
      const given = { ...variables(req), ...(expectedVersion === undefined ? {} : { expectedVersion }) };
      const streams = isWhole && given['limit'] === undefined;
      const first = streams ? { ...given, limit: MAX_PAGE_SIZE } : given;
      const result = await ask(first);
      for (const cookie of result.headers.getSetCookie()) res.append('Set-Cookie', cookie);
      res.set('Cache-Control', 'no-store').status(status);
      if (toBody) sendBody(res, toBody(result.data));
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

/** An argument of a document, or a field of one, whose value is a variable. */
export interface VariableArgument {
  variable: string;
  /** The argument's path, such as `first` or `filter.campaignId`. */
  path: string;
  argument: ArgumentNode;
  /** The field that has the argument, and those that contain it, from the root. */
  fields: FieldNode[];
}

/** Returns the arguments of a document's fields whose values are variables. */
export function variableArguments(document: DocumentNode): VariableArgument[] {
  const fields: FieldNode[] = [];
  const found: VariableArgument[] = [];
  visit(document, {
    FragmentDefinition: () => false,
    Field: { enter: (node) => void fields.push(node), leave: () => void fields.pop() },
    Argument: (argument) => {
      const { name, value } = argument;
      const add = (path: string, variable: ValueNode) =>
        variable.kind === Kind.VARIABLE &&
        found.push({ variable: variable.name.value, path, argument, fields: [...fields] });
      add(name.value, value);
      if (value.kind === Kind.OBJECT)
        for (const field of value.fields) add(`${name.value}.${field.name.value}`, field.value);
    },
  });
  return found;
}

/** Names the fields of an error as the request does, such as `limit` for the argument `first`. */
function nameVariables(error: ContractError, known: VariableArgument[]): ContractError {
  const { code, message, fields = {}, retryAfter, challenge, current } = error;
  const renamed = known.filter(({ path, variable }) => path !== variable && fields[path] !== undefined);
  if (renamed.length === 0) return error;
  const nameIn = (text: string) =>
    renamed.reduce((result, { path, variable }) => result.replace(new RegExp(`^${path}\\b`), variable), text);
  const variableOf = new Map(renamed.map(({ path, variable }) => [path, variable]));
  const named = Object.entries(fields).map(([path, text]) => [variableOf.get(path) ?? path, nameIn(text)]);
  const details = { retryAfter, challenge, current, fields: Object.fromEntries(named) as Record<string, string> };
  return new ContractError(code, nameIn(message), details);
}

/**
 * Removes the fields of a body that cannot be changed.
 *
 * @param ignored fields that are removed whatever their values
 * @param read reads the object. It is called only if the body contains such fields.
 * @throws BAD_USER_INPUT naming the fields whose values differ from the object's
 */
async function withoutReadOnlyFields(
  body: Record<string, unknown> | undefined,
  writable: string[],
  ignored: string[],
  read: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const others = Object.keys(body ?? {}).filter((name) => !writable.includes(name) && !ignored.includes(name));
  const object = others.length > 0 ? await read() : {};
  const readOnly = others.filter((name) => Object.hasOwn(object, name));
  const changed = readOnly.filter((name) => !isSameValue(object[name], body![name]));
  if (changed.length > 0)
    throw new ContractError('BAD_USER_INPUT', `${changed[0]} cannot be changed.`, {
      fields: Object.fromEntries(changed.map((name) => [name, `${name} cannot be changed.`])),
    });
  // GraphQL rejects the fields that it does not know.
  return (
    body &&
    Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name) && !ignored.includes(name)))
  );
}

const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Programs that parse timestamps write the same time in another way: `…:05Z` as `…:05.000000+00:00`. */
function isSameValue(current: unknown, sent: unknown): boolean {
  const times = [current, sent].map((value) =>
    typeof value === 'string' && timestamp.test(value) ? Date.parse(value) : NaN,
  );
  return isDeepStrictEqual(current, sent) || times[0] === times[1];
}

/** Rejects unknown fields, because GraphQL ignores unknown variables. */
function rejectUnknownVariables(sentVariables: object, variableNames: string[]): void {
  const unknown = Object.keys(sentVariables).find((name) => !variableNames.includes(name));
  if (unknown !== undefined)
    throw new ContractError('BAD_USER_INPUT', `Unknown field "${unknown}"`, {
      fields: { [unknown]: 'is not a field of this request' },
    });
}

/** Sends a body as JSON. The version of an object is its `ETag`. */
function sendBody(res: Response, body: unknown): void {
  const { version } = (body ?? {}) as { version?: unknown };
  if (typeof version === 'number') res.set('ETag', `"${version}"`);
  res.json(body);
}

/**
 * Reads the version that a change is based on, from `If-Match`, or else from the body's `version`, which `GET` answers.
 */
function readIfMatch(req: Request): number | undefined {
  const ifMatch = req.get('if-match');
  const { version } = (req.body ?? {}) as { version?: unknown };
  if (ifMatch === undefined) {
    if (version === undefined || version === null) return undefined;
    if (Number.isInteger(version)) return version as number;
    throw new ContractError('BAD_USER_INPUT', 'version must be an integer.', {
      fields: { version: 'version must be an integer.' },
    });
  }
  if (ifMatch.trim() === '*') return undefined;
  const [, tag] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  if (tag !== undefined) return Number(tag);
  throw new ContractError('BAD_USER_INPUT', 'If-Match must be the ETag of the object, such as "3".', {
    fields: { 'If-Match': 'If-Match must be the ETag of the object, such as "3".' },
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
  const { totalCount: total = 0 } = first;
  const nextCursor = cursorAfter(first);
  res.set('X-Total-Count', String(total));
  const isStream = streams && nextCursor !== null;
  // The header is sent before the items, so the last item is looked up first. It is identified by its id, because
  // items may be added or deleted meanwhile.
  const end =
    isStream && total > MAX_REST_ITEMS
      ? await ask({ after: nextCursor, limit: 1, offset: MAX_REST_ITEMS - first.nodes.length - 1 })
      : null;
  const next = isStream ? end && cursorAfter(end) : nextCursor;
  if (next !== null) res.set('Link', `<${nextPageUrl(req, next)}>; rel="next"`);
  if (!isStream) return void res.json(first.nodes);
  res.type('json');
  if (req.method === 'HEAD') return void res.end();
  const lastId = next === null ? undefined : end?.nodes[0]?.id;
  async function* parts() {
    let page = first;
    let separator = '[';
    for (;;) {
      const last = page.nodes.findIndex(({ id }) => id === lastId);
      const items = last === -1 ? page.nodes : page.nodes.slice(0, last + 1);
      if (items.length > 0) yield separator + JSON.stringify(items).slice(1, -1);
      if (items.length > 0) separator = ',';
      const after = cursorAfter(page);
      if (last !== -1 || after === null) break;
      page = await ask({ after, offset: undefined });
    }
    yield separator === '[' ? '[]' : ']';
  }
  await pipeline(Readable.from(parts()), res);
}

/** Returns the cursor of the page that follows, or null after the last one. */
const cursorAfter = ({ pageInfo }: ListPage): string | null => (pageInfo.hasNextPage ? pageInfo.endCursor : null);

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

const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'];

/** Returns the limit of the caller's API key, and whether the response is that of an earlier request. */
function returnHeaders(headers: Headers, res: Response): void {
  for (const name of [...rateLimitHeaders, REPLAYED_HEADER]) {
    const value = headers.get(name);
    if (value !== null && !res.headersSent) res.set(name, value);
  }
}

const commonHeaders = ['user-agent', 'sec-purpose', 'purpose', 'sec-gpc'];
const sessionHeaders = ['cookie', 'origin', 'sec-fetch-site'];

function forwardedHeaders(req: Request, names: string[]): Record<string, string> {
  return { 'x-forwarded-for': req.ip ?? '', 'x-forwarded-method': req.method, ...chosenHeaders(req, names) };
}

/** Returns those of the headers that the request has. */
function chosenHeaders(req: Request, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = req.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the header that selects the session. The link of a download cannot have one and selects it by a parameter.
 * Routes for administrators act as the administrator, if one is signed in.
 *
 * @throws BAD_USER_INPUT if the parameter is not a role
 */
function sessionHeader(req: Request, isDownload: boolean, isForAdmins: boolean): Record<string, string> {
  const parameter = isDownload ? req.query[SESSION_PARAMETER] : undefined;
  if (parameter !== undefined && !isSessionRole(parameter)) {
    const message = `${SESSION_PARAMETER} must be ${sessionRoles.join(' or ')}.`;
    throw new ContractError('BAD_USER_INPUT', message, { fields: { [SESSION_PARAMETER]: message } });
  }
  const selected = req.get(SESSION_HEADER) ?? parameter;
  const roles = selected ?? (isForAdmins ? 'admin, client' : undefined);
  return roles === undefined ? {} : { [SESSION_HEADER]: roles };
}

const isSessionRole = (value: unknown): value is SessionRole => sessionRoles.some((role) => role === value);

/** Returns the caller's API key. Other credentials, such as the token of a service, are not forwarded. */
function apiKeyHeader(req: Request): Record<string, string> {
  const key = readApiKey(req.get('authorization'));
  return key === null ? {} : { authorization: `Bearer ${key}` };
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
    res.set('Access-Control-Expose-Headers', [...rateLimitHeaders, 'Retry-After'].join(', '));
    if (req.method !== 'OPTIONS') return next();
    res.set({
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
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

/**
 * Express error handler that responds with `{message, code, fields?, challenge?, current?}` and the status of the code,
 * or 412 if the object has another version than expected.
 */
export function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  if (res.headersSent) return void res.destroy();
  const { code, message, fields, retryAfter, challenge, current } = toContractError(error);
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(current ? PRECONDITION_FAILED : httpStatus[code]).json({ message, code, fields, challenge, current });
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
