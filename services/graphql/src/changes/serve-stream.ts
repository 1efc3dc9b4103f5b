import type { ErrorCode } from '@dripline/contract/error-codes';
import { nameRequestSpan } from '@dripline/runtime/tracing';
import type { Request, Response } from 'express';
import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionResult,
  type FieldNode,
  getArgumentValues,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { once } from 'node:events';
import { accountKey, assertAdmin, authorizeDashboard } from '../access/access';
import { withNoScope } from '../access/scope';
import type { Context } from '../api/context';
import { fail, formatError } from '../api/errors';
import { checkOperation } from '../api/operation-checks';
import { MAX_TOKENS, operationLimits } from '../api/operation-limits';
import { log } from '../telemetry/log';
import type { ChangeEvent } from './change.types';
import { openStreams, streamEvents } from './metrics';
import type { StreamLimits } from './stream-limits';

/** How often an open stream sends a comment, so that proxies keep the connection, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** How often it is checked whether the caller still has access, in milliseconds. */
const CHECK_ACCESS_MS = 30_000;

/** What the endpoint of the streams needs. */
export interface StreamEndpoint {
  schema: GraphQLSchema;
  limits: StreamLimits;
  /** Authenticates the request of an open stream again. It does not count as use of the session. */
  recreateContext(req: Request, res: Response): Promise<Context>;
  /** How often access is checked, in milliseconds. Tests set it. */
  checkAccessMs?: number | undefined;
}

interface Body {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
}

interface Subscribed {
  document: DocumentNode;
  operationName: string | undefined;
  variableValues: Record<string, unknown>;
  field: FieldNode;
}

/**
 * Serves a subscription over Server-Sent Events, in the distinct connections mode of the GraphQL-SSE protocol. Requests
 * that are refused get a JSON response, like queries.
 *
 * The handler of `graphql-sse` is not used, because it reads events without waiting for the connection and so keeps any
 * number of them in memory.
 */
export async function serveStream(endpoint: StreamEndpoint, ctx: Context, req: Request, res: Response): Promise<void> {
  const subscribed = await readSubscription(endpoint.schema, ctx, (req.body ?? {}) as Body);
  const { field } = subscribed;
  const { name } = field;
  nameRequestSpan(`graphql ${name.value}`);
  const { clientId } = getArgumentValues(
    endpoint.schema.getSubscriptionType()!.getFields()[name.value]!,
    field,
    subscribed.variableValues,
  );
  const release = endpoint.limits.acquire(ctx.actor, clientId as string);
  openStreams.inc();
  const ended = new AbortController();
  res.once('close', () => ended.abort());
  try {
    await stream(endpoint, { ...ctx, streamSignal: ended.signal }, subscribed, req, res, ended);
  } finally {
    ended.abort();
    openStreams.dec();
    release();
  }
}

/** Parses and validates an operation by the rules of queries. Throws if it is not a subscription that may be sent. */
async function readSubscription(schema: GraphQLSchema, ctx: Context, body: Body): Promise<Subscribed> {
  const { query, variables, operationName } = body;
  if (typeof query !== 'string') throw fail('BAD_USER_INPUT', 'Send a subscription as `query`.');
  if (variables !== undefined && variables !== null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw fail('BAD_USER_INPUT', '`variables` must be an object.');
  const variableValues = (variables ?? {}) as Record<string, unknown>;
  const name = typeof operationName === 'string' ? operationName : undefined;
  const document = parseDocument(query);
  const [invalid] = validate(schema, document, [...specifiedRules, ...operationLimits], { maxErrors: 5 });
  if (invalid) throw fail('BAD_USER_INPUT', invalid.message);
  const operation = getOperationAST(document, name);
  if (operation?.operation !== 'subscription')
    throw fail('BAD_USER_INPUT', 'Only subscriptions are served here. Send queries and mutations to /graphql.');
  await checkOperation({ schema, document, operation, variables: variableValues, ctx });
  return { document, operationName: name, variableValues, field: rootField(document, operation) };
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    throw fail('BAD_USER_INPUT', (error as Error).message);
  }
}

/** Returns the only field of a subscription, which may be in a fragment. */
function rootField(document: DocumentNode, { selectionSet }: Pick<OperationDefinitionNode, 'selectionSet'>): FieldNode {
  const selection = selectionSet.selections[0]!;
  if (selection.kind === Kind.FIELD) return selection;
  if (selection.kind === Kind.INLINE_FRAGMENT) return rootField(document, selection);
  const fragment = document.definitions.find(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
  );
  return rootField(document, fragment as OperationDefinitionNode);
}

async function stream(
  endpoint: StreamEndpoint,
  ctx: Context,
  { document, operationName, variableValues, field }: Subscribed,
  req: Request,
  res: Response,
  ended: AbortController,
): Promise<void> {
  const args = { schema: endpoint.schema, document, operationName, variableValues };
  const source = await createSourceEventStream({ ...args, contextValue: ctx });
  if (!(Symbol.asyncIterator in source)) {
    const { message, extensions } = format(source.errors![0]!);
    throw new GraphQLError(message, { extensions: extensions! });
  }
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // nginx would collect events in a buffer.
    'x-accel-buffering': 'no',
  });
  let failure: unknown;
  const heartbeat = setInterval(() => void (res.writableNeedDrain || res.write(':\n\n')), HEARTBEAT_MS);
  const check = setInterval(() => {
    void checkAccess(endpoint, ctx, req, res).catch((error: unknown) => {
      // A database that is down says nothing about the caller.
      if (!(error instanceof GraphQLError)) return void log.warn('the access of a stream could not be checked');
      failure ??= error;
      ended.abort();
    });
  }, endpoint.checkAccessMs ?? CHECK_ACCESS_MS);
  const send = async (event: string) => {
    if (!res.write(event)) await once(res, 'drain', { signal: ended.signal }).catch(() => undefined);
  };
  try {
    // Some browsers only report the open connection after the first bytes.
    await send(':\n\n');
    for await (const change of source as AsyncIterable<ChangeEvent>) {
      if (ended.signal.aborted) break;
      const contextValue = { ...ctx, loaders: change.loaders ?? ctx.loaders };
      const result = await execute({ ...args, rootValue: change, contextValue });
      await send(`id: ${change.cursor}\n${next(result)}`);
      streamEvents.inc({ subscription: field.name.value });
    }
  } catch (error) {
    failure ??= error;
  } finally {
    clearInterval(heartbeat);
    clearInterval(check);
  }
  if (failure !== undefined) res.write(next({ errors: [toGraphQLError(failure)] }));
  res.end('event: complete\ndata:\n\n');
}

/** Formats an event of the protocol. */
const next = ({ data, errors }: ExecutionResult): string =>
  `event: next\ndata: ${JSON.stringify({ data, errors: errors?.map(format) })}\n\n`;

const format = (error: GraphQLError) => formatError(error.toJSON(), error);

const toGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error });

/** Throws what a query of the client would throw, or UNAUTHENTICATED if the caller is no longer the same account. */
async function checkAccess(endpoint: StreamEndpoint, ctx: Context, req: Request, res: Response): Promise<void> {
  await withNoScope(async () => {
    const fresh = await endpoint.recreateContext(req, res);
    if (accountKey(fresh.actor) !== accountKey(ctx.actor))
      throw fail('UNAUTHENTICATED' satisfies ErrorCode, 'The session has ended. Please sign in.');
    // A subscription to all clients opens no dashboard.
    if (ctx.auditedClientId) await authorizeDashboard(fresh, ctx.auditedClientId);
    else assertAdmin(fresh);
  });
}
