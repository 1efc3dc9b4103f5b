import { isUUID } from 'class-validator';
import type { GraphQLError } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import { Client } from './clients/client.entity';
import type { Context } from './context';
import { fail } from './failure';

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
  const client = isUUID(clientId) ? await ctx.dataSource.manager.findOneBy(Client, { id: clientId }) : null;
  if (!client) throw fail('NOT_FOUND', 'Client not found');
  if (isOwnDashboard(ctx, clientId) || !loginRequired(ctx, client)) {
    ctx.about = client.id;
    return client;
  }
  throw ctx.actor.role === 'visitor' ? fail('UNAUTHENTICATED', 'Please sign in') : fail('NOT_FOUND', 'Client not found');
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
  const row = isUUID(id) ? await find(id) : null;
  if (!row) throw unknown;
  // Another client's row must not be told from none, not even by the words.
  await open(ctx, row.clientId).catch((refusal: GraphQLError) => {
    throw refusal.extensions['code'] === 'NOT_FOUND' ? unknown : refusal;
  });
  return row;
}
