import { isUUID } from 'class-validator';
import { DateTime } from 'luxon';
import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { DASHBOARD, openDashboard, type Role } from '../access/access';
import { ClientId, Input } from '../api/arguments';
import type { Context } from '../api/context';
import { badField, fail } from '../api/errors';
import { exampleOf } from './load-sample-lead';
import { Rehearsal, RehearsalInput } from './sequence-preview.types';
import { rehearse } from './preview-sequence';
import { Sequence, TriggerEvent } from './sequence.entity';

@Resolver()
export class RehearsalResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => Rehearsal, {
    description:
      'Plays a sequence through for an imagined lead: when each text would go and why, and what it would say. Nothing is sent or stored.',
  })
  async rehearsal(
    @ClientId() clientId: string,
    @Input(() => RehearsalInput, 'The sequence and the imagined lead.') input: RehearsalInput,
    @Ctx() ctx: Context,
  ): Promise<Rehearsal> {
    const client = await openDashboard(ctx, clientId);
    const { campaignId, triggerEvent, steps } = {
      ...(await savedSequence(ctx, client.id, input.sequenceId)),
      ...given(input),
    };
    if (!steps) throw badField('steps', 'A sequence needs at least one step');
    const answers = await exampleOf(ctx, client, campaignId);
    const arrivesAt = moment(input.arrivesAt, client.timeZone, 'arrivesAt');
    const contactedAt = input.contactedAt ? moment(input.contactedAt, client.timeZone, 'contactedAt') : arrivesAt;
    if (contactedAt < arrivesAt) throw badField('contactedAt', 'must not be before the lead arrives');
    // As they are saved.
    const texts = steps.map(({ delayMinutes, message }) => ({ delayMinutes, message: message.trim() }));
    return rehearse(texts, client, {
      arrivesAt,
      beginsAt: triggerEvent === TriggerEvent.lead_contacted ? contactedAt : arrivesAt,
      answers,
    });
  }
}

type Draft = Pick<RehearsalInput, 'campaignId' | 'triggerEvent' | 'steps'>;

/** What the caller left out is no part of it. */
function given({ campaignId, triggerEvent, steps }: RehearsalInput): Draft {
  return {
    ...(campaignId ? { campaignId } : {}),
    ...(triggerEvent ? { triggerEvent } : {}),
    ...(steps ? { steps } : {}),
  };
}

async function savedSequence({ dataSource }: Context, clientId: string, id: string | null | undefined): Promise<Draft> {
  if (!id) return {};
  const where = { id, clientId };
  const sequence = isUUID(id)
    ? await dataSource.manager.findOne(Sequence, {
        where,
        relations: { steps: true },
        order: { steps: { position: 'ASC' } },
      })
    : null;
  if (!sequence) throw fail('NOT_FOUND', 'Sequence not found');
  return sequence;
}

function moment(local: string, zone: string, field: string): Date {
  const time = DateTime.fromISO(local, { zone });
  if (!time.isValid) throw badField(field, 'There is no such day');
  return time.toJSDate();
}
