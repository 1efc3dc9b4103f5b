import { accessMatrix } from '@dripline/contract/access-matrix';
import type { ApiKeyScope } from '@dripline/contract/api-keys';
import { isUUID } from 'class-validator';
import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import { type AuthChecker, Authorized, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { consume } from '../api/rate-limiters';
import type { MemberRole } from '../sessions/members/member.entity';
import { assertSecondFactorInTime } from '../sessions/second-factor/admin-second-factor';
import { asSystem, withPriority } from './scope';

// Row-level security repeats these checks in Postgres: `database/migrations/initial-schema/row-policies.ts`.

/** The API key that a request was sent with. */
export interface ActingApiKey {
  id: string;
  name: string;
  scopes: ApiKeyScope[];
}

/**
 * The account that sent a request, or on the internal schema the service: `worker` or `landing`. An API key acts as its
 * owner.
 */
export type Actor =
  | {
      role: 'admin';
      userId: string;
      username: string;
      /** When the account can only add a second factor, or null if it has one or needs none. */
      secondFactorDueAt: Date | null;
      apiKey?: ActingApiKey;
    }
  | {
      role: 'client';
      clientId: string;
      apiKey?: ActingApiKey;
      /** The member of the client’s team who signed in. Without one, the client itself. */
      member?: { id: string; name: string; role: `${MemberRole}` };
    }
  | { role: 'visitor' }
  | { role: 'worker' }
  | { role: 'landing' };

export type Role = Actor['role'];

/** Returns the API key that a request was sent with, or undefined. */
export const apiKeyOf = (actor: Actor): ActingApiKey | undefined => ('apiKey' in actor ? actor.apiKey : undefined);

/** Returns the member of a client’s team who signed in, or undefined. */
export const memberOf = (actor: Actor) => (actor.role === 'client' ? actor.member : undefined);

/** Returns the username of the administrator, or the name of the API key or member that acts. */
export const actorName = (actor: Actor): string =>
  apiKeyOf(actor)?.name ?? memberOf(actor)?.name ?? (actor.role === 'admin' ? actor.username : actor.role);

/** Identifies an account or API key. Null for a visitor. */
export function accountKey(actor: Actor): string | null {
  const key = apiKeyOf(actor);
  if (key) return `key:${key.id}`;
  if (actor.role === 'admin') return `user:${actor.userId}`;
  if (actor.role !== 'client') return null;
  return actor.member ? `member:${actor.member.id}` : `client:${actor.clientId}`;
}

/**
 * Roles that may call an operation on a client's dashboard. A visitor is admitted only when the client has login
 * disabled, which `authorizeDashboard` checks.
 */
export const DASHBOARD_ROLES: Role[] = ['admin', 'client', 'visitor'];
/** Roles that may change campaigns, webhooks and privacy settings. */
export const BUILDER_ROLES: Role[] = ['admin', 'client'];
/** Every role of the public schema, signed in or not. */
export const ALL_ROLES: Role[] = ['admin', 'client', 'visitor'];

/**
 * Runs a public operation with access to every client's rows: sign-ins, landing pages and form submissions. The
 * operation itself must return no more than its arguments name. `access-matrix.test.ts` lists every operation that uses
 * it.
 */
export const AsSystem = (): MethodDecorator => UseMiddleware(systemMiddleware);

/** The middleware of `AsSystem`. */
export const systemMiddleware: MiddlewareFn = (_, next) => asSystem(next);

/** Runs an operation on connections that are reserved for submissions, landing pages and messages. */
export const Urgent = (): MethodDecorator => UseMiddleware((_, next) => withPriority('urgent', next));

/** Mutations that a page on another site may send from a visitor's browser. */
const crossSiteMutations = ['recordLandingView', 'submitLead'];

/** Implements `@Authorized(...roles)`, which every query and mutation declares. */
export const authChecker: AuthChecker<Context, Role> = ({ context, info }, roles) => {
  const { actor, isCrossSite } = context;
  context.isMutation = info.operation.operation === 'mutation';
  if (isCrossSite && context.isMutation && !crossSiteMutations.includes(info.fieldName)) {
    throw fail('FORBIDDEN', 'This operation cannot be called from another site.');
  }
  assertSecondFactorInTime(context, info);
  if (memberOf(actor)?.role === 'staff' && isForOwners(info))
    throw fail('FORBIDDEN', 'Only owners of the business’s dashboard can do this.');
  if (roles.includes(actor.role)) return true;
  throw accessError(actor.role);
};

const isForOwners = ({ parentType, fieldName }: GraphQLResolveInfo) =>
  accessMatrix[`${parentType.name}.${fieldName}`]?.access === 'owners';

const accessError = (role: Role): GraphQLError =>
  role === 'visitor'
    ? fail('UNAUTHENTICATED', 'Please sign in.')
    : fail('FORBIDDEN', 'You do not have permission to do this.');

/** Throws UNAUTHENTICATED or FORBIDDEN unless the caller is an administrator. */
export function assertAdmin({ actor }: Context): void {
  if (actor.role !== 'admin') throw accessError(actor.role);
}

/**
 * Loads a client if the caller may open its dashboard. Throws NOT_FOUND for another client's dashboard, as for one that
 * does not exist.
 *
 * @param changes the number of objects that a mutation changes
 */
export function authorizeDashboard(ctx: Context, clientId: string, changes = 1): Promise<Client> {
  return openDashboard(ctx, clientId, (client) =>
    ctx.isMutation ? assertLinkMayAct(ctx, client, changes) : undefined,
  );
}

/**
 * Limits what the holders of a client's link change, send, export and delete. Throws FORBIDDEN if the client's link is
 * read-only. Does nothing for signed-in callers.
 */
export async function assertLinkMayAct(ctx: Context, client: Client, changes = 1): Promise<void> {
  if (hasFullDashboardAccess(ctx, client.id)) return;
  if (client.linkReadOnly)
    throw fail('FORBIDDEN', 'This dashboard is read-only. To make changes, ask your agency for a login.');
  const { linkActions } = ctx.rateLimiters;
  // Waiting would not help, and the attempt would use up the limit.
  if (changes > linkActions.points)
    throw fieldError('ids', `A dashboard link can change at most ${linkActions.points} objects at once. Select fewer.`);
  await consume(linkActions, client.id, changes);
}

/** @param checkLink Checks a caller who has only the link. */
async function openDashboard(
  ctx: Context,
  clientId: string,
  checkLink: (client: Client) => Promise<void> | undefined = () => undefined,
): Promise<Client> {
  addLinkedClientToScope(ctx, clientId);
  const found = await findClient(ctx, clientId);
  if (found && (hasFullDashboardAccess(ctx, clientId) || !isLoginRequired(ctx, found))) {
    await checkLink(found);
    ctx.auditedClientId = found.id;
    await ctx.onDashboardOpened?.();
    return found;
  }
  // Row-level security hides a client that requires a sign-in, so check whether it exists before choosing the error.
  const client = found ?? (await asSystem(() => findClient(ctx, clientId)));
  if (!client) throw fail('NOT_FOUND', 'Client not found');
  throw ctx.actor.role === 'visitor'
    ? fail('UNAUTHENTICATED', 'Please sign in.')
    : fail('NOT_FOUND', 'Client not found');
}

/**
 * Adds a client id from the request to the row-level security scope. Postgres shows that client's rows only if its
 * login is disabled.
 */
export function addLinkedClientToScope({ scope, settings }: Context, clientId: string): void {
  const isOtherClient = scope.role === 'client' && scope.ownClientId !== clientId;
  if (isOtherClient && isUUID(clientId) && !settings.requireClientLogin) scope.linkedClientIds.add(clientId);
}

async function findClient({ dataSource }: Context, id: string): Promise<Client | null> {
  return isUUID(id) ? dataSource.manager.findOneBy(Client, { id }) : null;
}

/**
 * Whether the caller may open this dashboard regardless of the client's settings: as an administrator, or signed in as
 * that client.
 */
export function hasFullDashboardAccess({ actor }: Context, clientId: string): boolean {
  return isUUID(clientId) && (actor.role === 'admin' || (actor.role === 'client' && actor.clientId === clientId));
}

/** Like `authorizeDashboard`, but the caller must be signed in: a dashboard link is not enough. */
export async function authorizeBuilder(ctx: Context, clientId: string): Promise<Client> {
  const client = await openDashboard(ctx, clientId);
  if (hasFullDashboardAccess(ctx, clientId)) return client;
  throw fail('UNAUTHENTICATED', 'Please sign in.');
}

/**
 * Admits a field of a client to callers who may open its dashboard. Sign-ins return a client before their session
 * applies.
 */
export const OpenedField = (): MethodDecorator =>
  admitClientField(({ scope }, clientId) => scope.linkedClientIds.has(clientId));

/** Admits a field of a client to signed-in callers: a dashboard link is not enough. */
export const BuilderField = (): MethodDecorator => (target, name, descriptor) => {
  Authorized<Role>(...BUILDER_ROLES)(target, name, descriptor);
  admitClientField(() => false)(target, name, descriptor);
};

function admitClientField(isAdmitted: (ctx: Context, clientId: string) => boolean): MethodDecorator {
  const admit: MiddlewareFn<Context> = ({ root, context }, next) => {
    const { id } = root as Client;
    if (hasFullDashboardAccess(context, id) || isAdmitted(context, id)) return next();
    throw fail('UNAUTHENTICATED', 'Please sign in.');
  };
  return UseMiddleware(admit);
}

/** Whether this client's dashboard requires a sign-in. */
export function isLoginRequired(ctx: Context, client: Client): boolean {
  return client.authEnabled || ctx.settings.requireClientLogin;
}

/**
 * Loads a row by id if the caller may open the dashboard of the client that owns it.
 * @param find Loads the row within the caller's row-level security scope.
 * @param label The row's name in the NOT_FOUND message, such as `Campaign`.
 * @param open The access check; `authorizeBuilder` also requires a sign-in.
 */
export async function loadOwned<Row extends { clientId: string }>(
  ctx: Context,
  id: string,
  find: (id: string) => Promise<Row | null>,
  label: string,
  open: (ctx: Context, clientId: string) => Promise<Client> = authorizeDashboard,
): Promise<Row> {
  const notFound = fail('NOT_FOUND', `${label} not found`);
  const visibleRow = isUUID(id) ? await find(id) : null;
  // Row-level security shows nothing of a link-only dashboard until its client id is added to the scope.
  const row = visibleRow ?? (isUUID(id) && ctx.scope.role === 'client' ? await asSystem(() => find(id)) : null);
  if (!row) throw notFound;
  // Another client's row gets the same error as a missing one, so that ids cannot be probed.
  await open(ctx, row.clientId).catch((error: GraphQLError) => {
    throw error.extensions['code'] === 'NOT_FOUND' ? notFound : error;
  });
  const opened = visibleRow ?? (await find(id));
  if (!opened) throw notFound;
  return opened;
}
