import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import type { Landings } from '@dripline/runtime/landing/landing-cache';
import { ContractError, request } from '@dripline/runtime/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Express, NextFunction, Request, Response } from 'express';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** What a row says of its call, beside method, path and operation. */
export interface RowDetails<Data, Variables> {
  /** One line for the API's description. */
  summary: string;
  /** The operation's variables. */
  variables: (req: Request) => Variables;
  /** The body of the answer; without it the answer has none (204). */
  reply?: (data: Data) => unknown;
  /** Headers that the answer carries beside the body. */
  headers?: (data: Data) => Record<string, string>;
  /** Status of a success; 200, or 204 where there is no body. */
  status?: number;
  /** Answers a file in place of JSON: its name, media type and bytes in base64. */
  file?: (data: Data) => { fileName: string; mimeType: string; content: string };
  /** Answers a file that the operation gives in parts; each part names the `after` of the next. */
  parts?: { fileName: string; mimeType: string; text: (data: Data) => string; next: (data: Data) => string | null };
  /** Asks the door to landing pages in place of the operation, with the headers that are passed on. */
  ask?: (landings: Landings, variables: Variables, headers: Record<string, string>) => Promise<Data>;
  /** Callable from any site, and therefore without a session. */
  isPublic?: boolean;
  /** For the description: media types of a `file`. */
  mediaTypes?: string[];
  /** For the description: refusals beside those that every such call may answer. */
  refuses?: ErrorCode[];
  /** For the description: JSON Schema of a body whose keys GraphQL does not know. */
  body?: Record<string, unknown>;
}

/** Where answers come from. */
export interface Upstream {
  graphqlUrl: string;
  landings: Landings;
  /** How long the first may take over one call, in milliseconds. */
  answerMs: number;
}

/** One row of the table: an HTTP call and the GraphQL operation that it stands for. */
export interface Row {
  method: Method;
  path: string;
  summary: string;
  operation: string;
  document: DocumentNode;
  details: Omit<RowDetails<never, unknown>, 'ask'>;
  status: number;
  isPublic: boolean;
  answer(upstream: Upstream, req: Request, res: Response): Promise<void>;
}

/** Makes a row; the compiler holds variables and reply against the document. */
export function row<Data, Variables extends Record<string, unknown>>(
  method: Method,
  path: string,
  document: TypedDocumentNode<Data, Variables>,
  details: RowDetails<Data, Variables>,
): Row {
  const {
    summary,
    variables,
    reply,
    headers,
    file,
    parts,
    ask: askDoor,
    status = reply || file || parts ? 200 : 204,
    isPublic = false,
  } = details;
  const { name, variableDefinitions = [] } = document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === 'OperationDefinition',
  )!;
  const known = variableDefinitions.map(({ variable }) => variable.name.value);
  return {
    method,
    path,
    summary,
    operation: name?.value ?? '',
    document,
    details,
    status,
    isPublic,
    async answer({ graphqlUrl, landings, answerMs }, req, res) {
      const ask = async (sent: Variables) => {
        refuseUnknown(sent, known);
        if (askDoor) return { data: await askDoor(landings, sent, passedOn(req, isPublic)), headers: new Headers() };
        return request(graphqlUrl, document, sent, { headers: passedOn(req, isPublic), timeoutMs: answerMs });
      };
      const answered = await ask(variables(req));
      for (const cookie of answered.headers.getSetCookie()) res.append('Set-Cookie', cookie);
      res
        .set('Cache-Control', 'no-store')
        .set(headers?.(answered.data) ?? {})
        .status(status);
      if (reply) res.json(reply(answered.data));
      else if (file) sendFile(res, file(answered.data));
      else if (parts)
        await sendParts(res, parts, answered.data, async (after) => (await ask({ ...variables(req), after })).data);
      else res.end();
    },
  };
}

/** GraphQL refuses an unknown key of an input, but passes over an unknown variable. */
function refuseUnknown(sent: object, known: string[]): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ContractError('BAD_USER_INPUT', `There is no field "${unknown}" here`, { [unknown]: 'is not known' });
}

function sendFile(
  res: Response,
  { fileName, mimeType, content }: { fileName: string; mimeType: string; content: string },
): void {
  res.attachment(fileName).type(mimeType).send(Buffer.from(content, 'base64'));
}

type Parts<Data> = NonNullable<RowDetails<Data, unknown>['parts']>;

/** Sends part after part as fast as the reader takes them. A part that cannot be had breaks the answer off, so that half a file is not taken for a whole. */
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

const passedHeaders = ['user-agent', 'sec-purpose', 'purpose'];
const sessionHeaders = ['cookie', 'origin', 'sec-fetch-site'];

function passedOn(req: Request, isPublic: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': req.ip ?? '', 'x-forwarded-method': req.method };
  for (const name of isPublic ? passedHeaders : [...passedHeaders, ...sessionHeaders]) {
    const value = req.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Mounts the table. Every path answers 405 for the methods it does not have. */
export function mount(app: Express, table: Row[], upstream: Upstream): void {
  for (const path of new Set(table.map((entry) => entry.path))) {
    const rows = table.filter((entry) => entry.path === path);
    const allowed = rows
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    if (rows.some(({ isPublic }) => isPublic)) app.use(path, allowAnyOrigin(allowed));
    for (const entry of rows)
      app[entry.method](path, refuseOtherBodies, (req, res) => entry.answer(upstream, req, res));
    app.all(
      path,
      (_req, res) =>
        void res.set('Allow', allowed).status(405).json({ message: 'Method not allowed', code: 'BAD_USER_INPUT' }),
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

function refuseOtherBodies(req: Request, _res: Response, next: NextFunction): void {
  const hasBody = Number(req.get('content-length') ?? 0) > 0 || req.get('transfer-encoding') !== undefined;
  if (hasBody && !req.is('application/json'))
    throw new ContractError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with Content-Type: application/json');
  if (hasBody && (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)))
    throw new ContractError('BAD_USER_INPUT', 'Send a JSON object');
  next();
}

/** Answers whatever was thrown as `{message, code, fields?}` with its status. */
export function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  if (res.headersSent) return void res.destroy();
  const { code, message, fields, retryAfter } = toContractError(error);
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(httpStatus[code]).json({ message, code, fields });
}

function toContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new ContractError('PAYLOAD_TOO_LARGE', 'The request is too large');
  if (status === 415)
    return new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send JSON in UTF-8, plain or compressed as gzip, deflate or br',
    );
  if (status !== undefined && status < 500) return new ContractError('BAD_USER_INPUT', 'The request is not valid JSON');
  return new ContractError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side');
}
