import { isErrorCode } from '@dripline/contract/error-codes';
import { isUUID } from 'class-validator';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { randomUUID } from 'node:crypto';
import type { Context } from '../api/context';
import { log } from '../telemetry/log';
import { asAgency } from '../access/scope';
import { AuditEntry } from './audit-entry.entity';
import { type NewEntry, recordEntry } from './record-entry';

interface Given {
  id?: unknown;
  clientId?: unknown;
  input?: { clientId?: unknown };
  phone?: unknown;
  email?: unknown;
}

/** They write their own entries, or are what visitors do, each of which has a row of its own. What the worker does is not audited either, for the same reason. */
export const unaudited = new Set(['signIn', 'signInClient', 'acceptAdminInvitation', 'visitLanding', 'submitLead']);

/** Has every change write down who made it: in one place, around all of them, so that none is forgotten. */
export function auditChanges(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const { name, resolve } = field;
    if (unaudited.has(name)) continue;
    field.resolve = (source, args: Given, ctx: Context, info) =>
      audited(ctx, name, args, async () => (await resolve!(source, args, ctx, info)) as unknown);
  }
  return schema;
}

async function audited(ctx: Context, operation: string, args: Given, change: () => Promise<unknown>): Promise<unknown> {
  const { actor } = ctx;
  if (actor.role === 'service') return change();
  ctx.about = null;
  const objectKind = kindOf(operation);
  const given = text(args.id) ?? maskedPerson(args);
  const clientOf = () =>
    ctx.about ??
    uuid(args.clientId) ??
    uuid(args.input?.clientId) ??
    (objectKind === 'client' ? uuid(given) : null) ??
    (actor.role === 'client' ? actor.clientId : null);
  const who: Pick<NewEntry, 'actor' | 'userId' | 'actorName'> =
    actor.role === 'admin'
      ? { actor: 'admin', userId: actor.userId, actorName: actor.username }
      : { actor: actor.role === 'client' ? 'client' : 'link' };
  const id = randomUUID();
  let hasBegun = false;
  // First, and by itself: where the process ends half way there is an entry without an outcome, never a change without an entry.
  const begin = async () => {
    if (hasBegun) return;
    await recordEntry(ctx, { id, ...who, operation, objectKind, objectId: given, clientId: clientOf() });
    hasBegun = true;
  };
  // Whoever has no account changes something only once a dashboard's link let them in, and floods the log with nothing before.
  ctx.whenOpened = actor.role === 'visitor' ? begin : null;
  try {
    if (actor.role !== 'visitor') await begin();
    const result = await change();
    const objectId = idOf(result) ?? given;
    if (hasBegun)
      await settle(ctx, id, {
        outcome: 'ok',
        objectId,
        clientId: clientOf() ?? (objectKind === 'client' ? objectId : null),
      });
    return result;
  } catch (error) {
    const code = (error as Partial<GraphQLError>).extensions?.['code'];
    if (hasBegun) await settle(ctx, id, { outcome: isErrorCode(code) ? code : 'FAILED', clientId: clientOf() });
    throw error;
  } finally {
    ctx.whenOpened = null;
  }
}

/** The change is made by now, so it is answered as made whatever becomes of this. */
async function settle({ dataSource }: Context, id: string, outcome: Partial<AuditEntry>): Promise<void> {
  await asAgency(() => dataSource.getRepository(AuditEntry).update({ id }, outcome)).catch((error: unknown) =>
    log.error({ kind: (error as Error).constructor.name }, 'an audit entry stayed without its outcome'),
  );
}

/** Operations are named verb-noun. */
function kindOf(operation: string): string {
  if (operation.startsWith('signOut')) return 'session';
  const noun = operation.replace(/^[a-z]+/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1);
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null);
/** Enough to find the entry of somebody who asks, too little to know whom it was about. */
const maskedPerson = ({ phone, email }: Given) =>
  typeof phone === 'string' ? `•••${phone.replace(/\D/g, '').slice(-2)}` : typeof email === 'string' ? '•••@•••' : null;
const uuid = (value: unknown) => (isUUID(value) ? (value as string) : null);
const idOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'id' in result ? text(result.id) : null;
