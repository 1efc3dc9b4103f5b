import { webhookUrlError } from '@dripline/runtime/webhook-url';
import { MAX_WEBHOOKS } from '@dripline/contract/webhooks';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fieldError, fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { enqueueBulk } from '../outbox/enqueue';
import { Webhook } from './webhook.entity';
import type { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs';
import { createSecret } from './webhook-secrets';

/** Creates a webhook. Only this result contains its secret. */
export async function createWebhook(
  { dataSource, settings }: Context,
  client: Client,
  input: CreateWebhookInput,
): Promise<Webhook & { secret: string }> {
  assertWebhooksEnabled(client);
  const url = checkUrl(settings, input.url);
  const { id, secret, encryptedSecret } = createSecret(settings);
  const webhook = await dataSource.transaction(async (db) => {
    // Locks the client, so that concurrent requests cannot exceed the limit.
    await db.findOne(Client, { where: { id: client.id }, lock: { mode: 'for_no_key_update' } });
    if ((await db.countBy(Webhook, { clientId: client.id })) >= MAX_WEBHOOKS)
      throw fail('LIMIT_REACHED', `A client can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    await db.insert(Webhook, {
      id,
      clientId: client.id,
      url,
      description: input.description?.trim() ?? '',
      events: unique(input.events),
      encryptedSecret,
    });
    return db.findOneByOrFail(Webhook, { id });
  });
  return Object.assign(webhook, { secret });
}

/** Updates a webhook. Disabling it drops pending deliveries. Enabling it again clears why it was disabled. */
export async function updateWebhook(
  { dataSource, settings, outboxRelay }: Context,
  { id, clientId, url: currentUrl }: Webhook,
  input: UpdateWebhookInput,
  expectedVersion?: number | null,
): Promise<Webhook> {
  const { url, description, events, enabled } = input;
  const change = {
    ...(url != null && url !== currentUrl ? { url: checkUrl(settings, url) } : {}),
    ...(description != null ? { description: description.trim() } : {}),
    ...(events != null ? { events: unique(events) } : {}),
    ...(enabled != null ? { enabled } : {}),
  };
  const webhook = await dataSource.transaction(async (db) => {
    await assertVersion(db, Webhook, { id }, expectedVersion);
    const current = await db.findOneByOrFail(Webhook, { id });
    const isEnabledAgain = enabled === true && !current.enabled;
    await db.save(Object.assign(current, change, isEnabledAgain ? { disabledReason: null, failingSince: null } : {}));
    if (enabled === false) await enqueueBulk(db, 'cancel_deliveries', clientId, id);
    return db.findOneByOrFail(Webhook, { id });
  });
  outboxRelay.wake();
  return webhook;
}

/** Throws FORBIDDEN if webhooks are disabled for the client. */
export function assertWebhooksEnabled({ webhooksEnabled }: Pick<Client, 'webhooksEnabled'>): void {
  if (!webhooksEnabled)
    throw fail('FORBIDDEN', 'Webhooks are disabled for this client. An administrator can enable them.');
}

const unique = (events: string[]) => [...new Set(events)];

function checkUrl({ publicUrl, webhookAllowPrivate }: Context['settings'], text: string): string {
  const error = webhookUrlError(text.trim(), webhookAllowPrivate);
  if (error !== null) throw fieldError('url', error);
  const url = new URL(text.trim());
  // Posting to Dripline itself would create a lead from every lead event.
  if (url.host === new URL(publicUrl).host) throw fieldError('url', 'URL must not point to this site.');
  return url.href;
}
