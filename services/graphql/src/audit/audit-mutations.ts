import { isErrorCode } from '@dripline/contract/error-codes';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import type { Context } from '../api/context';
import { log } from '../telemetry/log';
import { asSystem } from '../access/scope';
import { AuditEntry } from './audit-entry.entity';
import { recordAuditEntry } from './record-audit-entry';
import { auditActorOf } from './record-campaign-change';

interface MutationArgs {
  id?: unknown;
  ids?: unknown;
  clientId?: unknown;
  input?: { clientId?: unknown };
  phone?: unknown;
  email?: unknown;
}

/**
 * Mutations that the audit log does not wrap: sign-ins and invitations record their own entries, visitors'
 * mutations leave a row of their own, and the last three change only what the caller is shown or emailed.
 */
export const unauditedMutations = new Set([
  'signIn',
  'signInClient',
  'beginPasskeySignIn',
  'finishSignIn',
  'acceptAdminInvitation',
  'recordLandingView',
  'submitLead',
  'markNotificationsSeen',
  'muteNotifications',
  'setEmailNotifications',
]);

/**
 * Wraps every mutation of the schema so that it records an audit entry for each object that it names. One wrapper for
 * all ensures that none is forgotten.
 */
export function auditMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const { name, resolve } = field;
    if (unauditedMutations.has(name)) continue;
    field.resolve = (source, args: MutationArgs, ctx: Context, info) =>
      audited(ctx, name, args, async () => (await resolve!(source, args, ctx, info)) as unknown);
  }
  return schema;
}

async function audited(
  ctx: Context,
  operation: string,
  args: MutationArgs,
  change: () => Promise<unknown>,
): Promise<unknown> {
  const { actor } = ctx;
  ctx.auditedClientId = null;
  const objectIds = idsIn(args);
  const objectKind = kindOf(operation, objectIds !== null);
  const objectIdFromArgs = text(args.id) ?? maskedPerson(args);
  const clientOf = (objectId = objectIdFromArgs) =>
    ctx.auditedClientId ??
    uuid(args.clientId) ??
    uuid(args.input?.clientId) ??
    (objectKind === 'client' ? uuid(objectId) : null) ??
    (actor.role === 'client' ? actor.clientId : null);
  // Each entry keeps its own client.
  const isOfSeveralClients = objectIds !== null && objectKind === 'client';
  const actorFields = auditActorOf(actor);
  const entries = (objectIds ?? [objectIdFromArgs]).map((objectId) => ({ id: randomUUID(), objectId }));
  const ids = entries.map(({ id }) => id);
  let isRecorded = false;
  // The entry is committed before the change, so that a crash leaves an entry without an outcome, never a change
  // without an entry.
  const record = async () => {
    if (isRecorded) return;
    await recordAuditEntry(
      ctx,
      ...entries.map((entry) => {
        const clientId = clientOf(entry.objectId);
        return { ...entry, ...actorFields, operation, objectKind, clientId };
      }),
    );
    isRecorded = true;
  };
  // A caller without an account is recorded only after a dashboard link has admitted it, so that strangers cannot flood
  // the log.
  ctx.onDashboardOpened = actor.role === 'visitor' ? record : null;
  try {
    if (actor.role !== 'visitor') await record();
    const result = await change();
    const objectId = idOf(result) ?? objectIdFromArgs;
    if (isRecorded)
      await recordOutcome(ctx, ids, {
        outcome: 'ok',
        ...(objectIds ? {} : { objectId }),
        ...(isOfSeveralClients ? {} : { clientId: clientOf() ?? (objectKind === 'client' ? objectId : null) }),
      });
    return result;
  } catch (error) {
    const code = (error as Partial<GraphQLError>).extensions?.['code'];
    if (isRecorded)
      await recordOutcome(ctx, ids, {
        outcome: isErrorCode(code) ? code : 'FAILED',
        ...(isOfSeveralClients ? {} : { clientId: clientOf() }),
      });
    throw error;
  } finally {
    ctx.onDashboardOpened = null;
  }
}

/** Stores the outcome. A failure is only logged, because the change itself has already been committed. */
async function recordOutcome({ dataSource }: Context, ids: string[], outcome: Partial<AuditEntry>): Promise<void> {
  await asSystem(() => dataSource.getRepository(AuditEntry).update({ id: In(ids) }, outcome)).catch((error: unknown) =>
    log.error({ kind: (error as Error).constructor.name }, 'the outcome of an audit entry could not be stored'),
  );
}

/** Derives the kind of object from the operation's name, which is verb-noun. */
function kindOf(operation: string, isBulk: boolean): string {
  if (operation.startsWith('signOut')) return 'session';
  const noun = operation.replace(/^[a-z]+/, '');
  const kind = noun.charAt(0).toLowerCase() + noun.slice(1);
  return isBulk ? kind.replace(/s$/, '') : kind;
}

/** The objects that a bulk mutation names, which have an entry each. A list that is too long is rejected later. */
const idsIn = ({ ids }: MutationArgs): (string | null)[] | null => {
  if (!Array.isArray(ids)) return null;
  return ids.length > 0 && ids.length <= MAX_BULK_IDS ? [...new Set(ids.map(text))] : [null];
};

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : null);
/** Masks a phone number or email, so that the entry can be matched to a request but does not identify the person. */
const maskedPerson = ({ phone, email }: MutationArgs) =>
  typeof phone === 'string' ? `•••${phone.replace(/\D/g, '').slice(-2)}` : typeof email === 'string' ? '•••@•••' : null;
const uuid = (value: unknown) => (isUUID(value) ? (value as string) : null);
const idOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'id' in result ? text(result.id) : null;
