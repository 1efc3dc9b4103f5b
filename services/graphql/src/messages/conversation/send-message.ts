import { MAX_SEGMENTS, SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { createHash } from 'node:crypto';
import { asSystem } from '../../access/scope';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { Enrollment } from '../../enrollments/enrollment.entity';
import type { Lead } from '../../leads/lead.entity';
import { enqueue } from '../../outbox/enqueue';
import { nameOfAccount } from '../../sessions/name-of-account';
import { describeReason } from '../describe-reason';
import { SmsStatus } from '../outbound-message.entity';
import { renderWrittenMessage } from '../render-step';
import { SmsMessage } from '../sms-message.entity';
import { reasonNotToWrite } from './reason-not-to-write';
import type { SendMessageInput } from './send-message.inputs';

/**
 * Stores a message that a person wrote to a lead, once per idempotency key, and starts the workflow that sends it. The
 * message is the only step of an enrollment without a sequence, so the rules of a sequence's messages apply to it.
 *
 * @throws BAD_USER_INPUT for `body` if the lead cannot receive messages or the message is too long
 */
export async function sendMessage(ctx: Context, lead: Lead, { body, key }: SendMessageInput): Promise<SmsMessage> {
  const { dataSource } = ctx;
  const text = body.trim();
  const id = messageIdOf(lead.id, key);
  const earlier = await dataSource.manager.findOneBy(Enrollment, { id });
  if (!earlier) {
    const reason = await reasonNotToWrite(ctx, lead);
    if (reason) throw fieldError('body', `Not sent because ${describeReason(reason)}.`);
    const toE164 = lead.phoneE164!;
    const client = await ctx.loaders.client.load(lead.clientId);
    const isFirst = !(await dataSource.manager.existsBy(SmsMessage, { leadId: lead.id, status: SmsStatus.sent }));
    const { language } = await ctx.loaders.campaign.load(lead.campaignId);
    const rendered = renderWrittenMessage(text, client, isFirst ? language : null);
    if (!rendered.includes(text))
      throw fieldError(
        'body',
        `Message must have at most ${SMS_MAX_LENGTH} characters and ${MAX_SEGMENTS} segments${isFirst ? ', with the business name and how to stop' : ''}.`,
      );
    const sentBy = await nameOfAccount(ctx, lead.clientId);
    const segments = computeSegments(rendered).segments;
    // Clients do not write messages themselves.
    await asSystem(() =>
      dataSource.transaction(async (db) => {
        const now = new Date();
        const { clientId, campaignId, id: leadId } = lead;
        const inserted = await db
          .createQueryBuilder()
          .insert()
          .into(Enrollment)
          .values({ id, clientId, leadId, toE164, steps: [{ delayMinutes: 0, message: text }], nextDueAt: now })
          .orIgnore()
          .returning('id')
          .execute();
        if ((inserted.raw as unknown[]).length === 0) return;
        await db.insert(SmsMessage, {
          ...{ id, enrollmentId: id, step: 0, clientId, campaignId, leadId, toE164, sentBy },
          ...{ body: rendered, segments, status: SmsStatus.queued, dueAt: now },
        });
        await enqueue(db, 'start', clientId, id);
      }),
    );
    ctx.outboxRelay.wake();
  }
  const stored = earlier ?? (await dataSource.manager.findOneByOrFail(Enrollment, { id }));
  if (stored.steps[0]?.message !== text) throw fail('CONFLICT', 'This key belongs to another message.');
  return dataSource.manager.findOneByOrFail(SmsMessage, { id });
}

/** Returns the ID of the message with an idempotency key, so that a repeated request finds it: a UUID of version 8. */
function messageIdOf(leadId: string, key: string): string {
  const hash = createHash('sha256').update(`${leadId} ${key}`).digest().subarray(0, 16);
  // https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
