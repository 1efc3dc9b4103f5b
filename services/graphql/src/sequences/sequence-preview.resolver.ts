import { isUUID } from 'class-validator';
import { DateTime } from 'luxon';
import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { ClientIdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { fieldError, fail } from '../api/errors';
import { toE164 } from '../leads/extract-contact';
import { loadSampleLead } from './load-sample-lead';
import { SequencePreview, SequencePreviewInput } from './sequence-preview.types';
import { previewSequence } from './preview-sequence';
import { Sequence, TriggerEvent } from './sequence.entity';

@Resolver()
export class SequencePreviewResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => SequencePreview, {
    description:
      'Simulates a sequence for a sample lead: when each message is sent, why, and what it says. Nothing is sent or stored.',
  })
  async sequencePreview(
    @ClientIdArg() clientId: string,
    @InputArg(() => SequencePreviewInput, 'The sequence and the sample lead.') input: SequencePreviewInput,
    @Ctx() ctx: Context,
  ): Promise<SequencePreview> {
    const client = await authorizeDashboard(ctx, clientId);
    const { campaignId, triggerEvent, steps } = {
      ...(await savedSequence(ctx, client.id, input.sequenceId)),
      ...definedFields(input),
    };
    if (!steps) throw fieldError('steps', 'Add at least one step.');
    const sampleLead = await loadSampleLead(ctx, client, campaignId);
    const arrivesAt = parseLocalTime(input.arrivesAt, client.timeZone, 'arrivesAt');
    const contactedAt = input.contactedAt
      ? parseLocalTime(input.contactedAt, client.timeZone, 'contactedAt')
      : arrivesAt;
    if (contactedAt < arrivesAt) throw fieldError('contactedAt', 'contactedAt must not be before arrivesAt.');
    // Trimmed as saving does.
    const messages = steps.map(({ delayMinutes, message }) => ({ delayMinutes, message: message.trim() }));
    return previewSequence(messages, client, {
      arrivesAt,
      startsAt: triggerEvent === TriggerEvent.lead_contacted ? contactedAt : arrivesAt,
      phoneE164: parseRecipientPhone(input.recipientPhone, ctx.settings.phoneCountry),
      answers: sampleLead,
    });
  }
}

type Draft = Pick<SequencePreviewInput, 'campaignId' | 'triggerEvent' | 'steps'>;

/** Returns only the fields that the caller set. */
function definedFields({ campaignId, triggerEvent, steps }: SequencePreviewInput): Draft {
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

/** Returns the number in E.164. An area code alone becomes a number of that area. */
function parseRecipientPhone(phone: string | null | undefined, country: string): string | null {
  if (!phone?.trim()) return null;
  const number = /^\s*\(?\d{3}\)?\s*$/.test(phone) ? `+1${phone.replace(/\D/g, '')}5550100` : toE164(phone, country);
  if (number === null) throw fieldError('recipientPhone', 'Enter a phone number or a three-digit area code.');
  return number;
}

function parseLocalTime(local: string, zone: string, field: string): Date {
  const time = DateTime.fromISO(local, { zone });
  if (!time.isValid) throw fieldError(field, 'Enter a date that exists.');
  return time.toJSDate();
}
