import { type ApolloServerPlugin, type GraphQLRequestContext, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { httpStatus, type ErrorCode } from '@dripline/contract/error-codes';
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_PATTERN,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  REPLAYED_HEADER,
  withoutIdempotencyKey,
} from '@dripline/contract/idempotency';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { createHash } from 'node:crypto';
import { accountKey, authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail, fieldError, formatError, hideError } from '../api/errors';
import { log } from '../telemetry/log';
import { type Claim, claimKey, type KeyedRequest, releaseKey, storeResponse } from './claim-key';

const keyFormat = new RegExp(IDEMPOTENCY_KEY_PATTERN);

type RequestContext = Pick<
  GraphQLRequestContext<Context>,
  'contextValue' | 'request' | 'operation' | 'source' | 'operationName'
>;

/**
 * Runs a mutation with an `Idempotency-Key` header once. A retry with the same key gets the first response. It runs last
 * before execution, so that only requests that may run claim their key.
 */
export const idempotentRequests: ApolloServerPlugin<Context> = {
  requestDidStart: async () => {
    let claim: Claim | undefined;
    return {
      async responseForOperation(requestContext) {
        try {
          const keyed = await readRequest(requestContext);
          if (!keyed) return null;
          const result = await claimKey(requestContext.contextValue, keyed);
          if (result.kind === 'answered') return replay(result.response);
          if (result.kind === 'running')
            throw fail('CONFLICT', `The first request with this ${IDEMPOTENCY_HEADER} is still running. Retry later.`, {
              retryAfter: 1,
            });
          if (result.kind === 'reused')
            throw fail(
              'IDEMPOTENCY_KEY_REUSED',
              `This ${IDEMPOTENCY_HEADER} was used for another request. Send a new key.`,
            );
          claim = result.claim;
          return null;
        } catch (error) {
          return reject(error);
        }
      },
      async willSendResponse({ contextValue, operation, response }) {
        if (!claim || response.body.kind !== 'single') return;
        const { data, errors } = response.body.singleResult;
        await (
          changedNothing(operation!, { data, errors })
            ? releaseKey(contextValue, claim)
            : storeResponse(contextValue, claim, JSON.stringify({ data, errors }))
        ).catch((error: unknown) =>
          log.error({ kind: (error as Error).constructor.name }, 'the response of a request could not be stored'),
        );
      },
    };
  },
};

/** Returns the request if it has a key that applies to it. */
async function readRequest({
  contextValue,
  request,
  operation,
  source,
}: RequestContext): Promise<KeyedRequest | undefined> {
  const key = request.http?.headers.get(IDEMPOTENCY_HEADER.toLowerCase());
  if (key === undefined || operation?.operation !== 'mutation' || rootFields(operation).some(isWithoutKey)) return;
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH || !keyFormat.test(key))
    throw fieldError(
      IDEMPOTENCY_HEADER,
      `${IDEMPOTENCY_HEADER} must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`,
    );
  const { variables = {}, operationName } = request;
  const text = JSON.stringify([source, operationName ?? null, variables], withSortedKeys);
  const hash = createHash('sha256').update(text).digest();
  const owner = await ownerOf(contextValue, variables);
  return owner === null ? undefined : { owner, key, hash };
}

const isWithoutKey = (field: string) => Object.hasOwn(withoutIdempotencyKey, field);

/** The root fields of an operation. A fragment counts as a field without a name. */
const rootFields = ({ selectionSet }: OperationDefinitionNode): string[] =>
  selectionSet.selections.map((node) => (node.kind === 'Field' ? node.name.value : ''));

/**
 * Returns whose keys a request uses: those of the API key or the account, or for a caller who has only a dashboard link
 * those of its client. Returns null if there is neither, or if the request does not name the client.
 *
 * @throws what opening the dashboard throws, so that a link that was closed returns no stored response
 */
async function ownerOf(ctx: Context, variables: Record<string, unknown>): Promise<string | null> {
  const { actor } = ctx;
  const account = accountKey(actor);
  if (account !== null) return account;
  if (actor.role !== 'visitor') return null;
  const { clientId, input } = variables as { clientId?: unknown; input?: { clientId?: unknown } | null };
  const linked = clientId ?? input?.clientId;
  if (typeof linked !== 'string') return null;
  return `link:${(await authorizeDashboard(ctx, linked)).id}`;
}

/** Makes `JSON.stringify` independent of the order of keys. */
function withSortedKeys(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

/**
 * Whether a response says that nothing was changed: the variables were rejected, or the only root field itself failed,
 * with an error that is not internal.
 */
function changedNothing(
  operation: OperationDefinitionNode,
  { data, errors = [] }: { data?: unknown; errors?: readonly GraphQLFormattedError[] },
): boolean {
  if (errors.length === 0 || errors.some(({ extensions }) => extensions?.['code'] === 'INTERNAL_SERVER_ERROR'))
    return false;
  const [field, ...more] = rootFields(operation);
  return data === undefined || (field !== '' && more.length === 0 && errors.every(({ path }) => path?.length === 1));
}

function replay(stored: string | null): GraphQLResponse {
  if (stored === null) return reject(new Error('A stored response could not be decrypted'));
  return {
    http: { status: undefined, headers: new HeaderMap([[REPLAYED_HEADER.toLowerCase(), 'true']]) },
    body: { kind: 'single', singleResult: JSON.parse(stored) as { data: Record<string, unknown> } },
  };
}

function reject(thrown: unknown): GraphQLResponse {
  const error = thrown as Error & { extensions?: { code?: unknown } };
  const formatted =
    error.extensions === undefined
      ? hideError(error)
      : formatError({ message: error.message, extensions: error.extensions }, error);
  const { code, retryAfter } = formatted.extensions as { code: ErrorCode; retryAfter?: number };
  const headers = new HeaderMap(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]]);
  return {
    http: { status: httpStatus[code], headers },
    body: {
      kind: 'single',
      singleResult: { errors: [{ message: formatted.message, extensions: formatted.extensions }] },
    },
  };
}
