import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { toE164 } from '../leads/extract-contact';
import { enqueue } from '../outbox/enqueue';
import { consume } from '../api/rate-limiters';
import { loadSampleLead } from '../sequences/load-sample-lead';
import { isSuppressed } from '../replies/suppress';
import { renderStep } from './render-step';
import { SmsStatus } from './outbound-message.entity';
import { TestMessage } from './test-message.entity';
import type { TestMessageInput } from './test-message.inputs';

/** How long the request waits for the outcome. */
const TIMEOUT_MS = 8_000;

/** Sends a test message to the client's own phone, once per idempotency key, and returns it with its outcome. */
export async function sendTestMessage(
  ctx: Context,
  client: Client,
  { campaignId, message, isFirstMessage, key }: TestMessageInput,
): Promise<TestMessage> {
  const { manager } = ctx.dataSource;
  const where = { clientId: client.id, key };
  if (!(await manager.existsBy(TestMessage, where))) {
    const phone = toE164(client.notificationPhone, ctx.settings.phoneCountry);
    if (phone === null)
      throw fail(
        'BAD_USER_INPUT',
        'The notification phone cannot receive text messages. Change it in the client’s settings.',
      );
    if (await isSuppressed(manager, client.id, phone))
      throw fail('BAD_USER_INPUT', 'The notification phone opted out of text messages. Send START from it first.');
    const { answers, fullName, language } = await loadSampleLead(ctx, client, campaignId);
    const body = renderStep(
      { delayMinutes: 0, message: message.trim() },
      { formData: answers, fullName },
      client,
      isFirstMessage ? language : null,
    );
    await consume(ctx.rateLimiters.testMessage, client.id);
    await ctx.dataSource.transaction(async (db) => {
      const inserted = await db
        .createQueryBuilder()
        .insert()
        .into(TestMessage)
        .values({ ...where, toE164: phone, body })
        .orIgnore()
        .returning('id')
        .execute();
      for (const { id } of inserted.raw as { id: string }[]) await enqueue(db, 'test_message', client.id, id);
    });
    ctx.outboxRelay.wake();
  }
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(150)) {
    const message = await manager.findOneByOrFail(TestMessage, where);
    if (message.status !== SmsStatus.queued || Date.now() >= deadline) return message;
  }
}
