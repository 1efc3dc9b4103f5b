import { Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { asSystem } from '../access/scope';
import { BUILDER_ROLES, type Role } from '../access/access';
import { IdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { retryConflicts } from '../database/retry-conflicts';
import { recordHistory } from '../leads/history/record-history';
import { Lead } from '../leads/lead.entity';
import { loadLead } from '../leads/load-lead';
import { nameOf } from '../senders/sender.entity';
import { nameOfAccount } from '../sessions/name-of-account';
import { isSuppressed, optOut } from './suppress';
import { SHARED_SENDER } from './suppression.entity';

@Resolver(() => Lead)
export class OptOutResolver {
  @FieldResolver(() => Date, {
    nullable: true,
    description: 'Since when the lead’s number has opted out of the client’s messages, or null.',
  })
  optedOutAt(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Date | null> {
    return loaders.optedOutAt.load(id);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Lead, {
    description:
      'Records that a person asked in another way than by a reply, such as by phone, not to receive the client’s messages. Only a `START` reply of the number lifts it.',
  })
  async recordOptOut(@IdArg('lead') id: string, @Ctx() ctx: Context): Promise<Lead> {
    const { manager } = ctx.dataSource;
    const lead = await loadLead(ctx, id);
    if (lead.phoneE164 === null)
      throw fail('BAD_USER_INPUT', 'The lead has no phone number that can receive messages.');
    const sender = nameOf(await ctx.loaders.sender.load(lead.clientId)) ?? SHARED_SENDER;
    const { phoneE164, clientId } = lead;
    const actorName = await nameOfAccount(ctx, clientId);
    // Clients neither read nor write opt-outs themselves.
    await asSystem(() =>
      retryConflicts(() =>
        manager.transaction(async (db) => {
          const isNew = !(await isSuppressed(db, clientId, phoneE164));
          await optOut(db, phoneE164, 'recorded', { sender, clientId });
          const entry = { clientId, leadId: id, kind: 'opt_out' as const, previous: null, current: null };
          if (isNew) await recordHistory(db, actorName, [entry]);
        }),
      ),
    );
    ctx.loaders.optedOutAt.clear(id);
    ctx.outboxRelay.wake();
    return lead;
  }
}
