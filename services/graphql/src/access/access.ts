import { isUUID } from 'class-validator';
import type { GraphQLError } from 'graphql';
import { type AuthChecker, UseMiddleware } from 'type-graphql';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { asAgency } from './scope';

/** Who is asking. */
export type Actor =
  | { role: 'admin'; userId: string; username: string }
  | { role: 'client'; clientId: string }
  | { role: 'visitor' }
  | { role: 'service' };

export type Role = Actor['role'];

/** Signed in, or holding the link of a dashboard whose login is not enabled; the object check decides. */
export const DASHBOARD: Role[] = ['admin', 'client', 'visitor'];
/** Those who may change a campaign. */
export const BUILDER: Role[] = ['admin', 'client'];
/** Anybody, signed in or not. */
export const PUBLIC: Role[] = ['admin', 'client', 'visitor', 'service'];

/**
 * Marks a call that anybody may make and that has to see more than its caller: pages, forms and sign-ins. It answers only for what it was asked. `access.test.ts` lists all of them.
 */
export const SeesAllClients = (): MethodDecorator => UseMiddleware((_, next) => asAgency(next));

/** The two calls that a client's own site may make from a visitor's browser. */
const callableFromElsewhere = ['visitLanding', 'submitLead'];

/** Backs `@Authorized(...roles)`, which every query and mutation carries. */
export const authChecker: AuthChecker<Context, Role> = ({ context, info }, roles) => {
  const { actor, isForeign } = context;
  const isChange = info.operation.operation === 'mutation';
  if (isForeign && isChange && !callableFromElsewhere.includes(info.fieldName)) {
    throw fail('FORBIDDEN', 'This request came from another site');
  }
  if (roles.includes(actor.role)) return true;
  throw actor.role === 'visitor' ? fail('UNAUTHENTICATED', 'Please sign in') : fail('FORBIDDEN', 'You may not do this');
};

/** The client whose dashboard the caller opens. Refuses another client's as if it did not exist. */
export async function openDashboard(ctx: Context, clientId: string): Promise<Client> {
  nameDashboard(ctx, clientId);
  const found = await findClient(ctx, clientId);
  if (found && (isOwnDashboard(ctx, clientId) || !loginRequired(ctx, found))) {
    ctx.about = found.id;
    await ctx.whenOpened?.();
    return found;
  }
  // What Postgres does not show may still be there, and ask for a sign-in.
  const client = found ?? (await asAgency(() => findClient(ctx, clientId)));
  if (!client) throw fail('NOT_FOUND', 'Client not found');
  throw ctx.actor.role === 'visitor'
    ? fail('UNAUTHENTICATED', 'Please sign in')
    : fail('NOT_FOUND', 'Client not found');
}

/** Tells the database that the caller names this dashboard by its link; Postgres itself decides whether that opens it. */
export function nameDashboard({ scope, settings }: Context, clientId: string): void {
  const isNews = scope.role === 'tenant' && scope.own !== clientId;
  if (isNews && isUUID(clientId) && !settings.requireClientLogin) scope.named.add(clientId);
}

async function findClient({ dataSource }: Context, id: string): Promise<Client | null> {
  return isUUID(id) ? dataSource.manager.findOneBy(Client, { id }) : null;
}

/** Whether the caller may open this client's dashboard whatever its settings are, if there is such a client: as the administrator, or signed in as that client. */
export function isOwnDashboard({ actor }: Context, clientId: string): boolean {
  return isUUID(clientId) && (actor.role === 'admin' || (actor.role === 'client' && actor.clientId === clientId));
}

/** The same for the campaign builder, which a mere link does not open. */
export async function openBuilder(ctx: Context, clientId: string): Promise<Client> {
  const client = await openDashboard(ctx, clientId);
  if (isOwnDashboard(ctx, clientId)) return client;
  throw fail('UNAUTHENTICATED', 'Please sign in');
}

/** Whether this client's dashboard asks for a sign-in. */
export function loginRequired(ctx: Context, client: Client): boolean {
  return client.authEnabled || ctx.settings.requireClientLogin;
}

/**
 * The row with this id, if the caller may open the dashboard of the client it belongs to; `open` is openDashboard unless said otherwise.
 * A malformed id is as unknown as a wrong one.
 */
export async function openOwned<Row extends { clientId: string }>(
  ctx: Context,
  id: string,
  find: (id: string) => Promise<Row | null>,
  what: string,
  open: (ctx: Context, clientId: string) => Promise<Client> = openDashboard,
): Promise<Row> {
  const unknown = fail('NOT_FOUND', `${what} not found`);
  const seen = isUUID(id) ? await find(id) : null;
  // Of a dashboard that is opened by its link, the caller sees nothing before it is named.
  const row = seen ?? (isUUID(id) && ctx.scope.role === 'tenant' ? await asAgency(() => find(id)) : null);
  if (!row) throw unknown;
  // Another client's row must not be told from none, not even by the words.
  await open(ctx, row.clientId).catch((refusal: GraphQLError) => {
    throw refusal.extensions['code'] === 'NOT_FOUND' ? unknown : refusal;
  });
  const opened = seen ?? (await find(id));
  if (!opened) throw unknown;
  return opened;
}
