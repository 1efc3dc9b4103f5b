import { whyNotWebhookUrl } from '@dripline/runtime/webhook-url';
import { MAX_WEBHOOKS } from '@dripline/contract/webhooks';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { badField, fail } from '../api/errors';
import { dropDeliveries } from './drop-deliveries';
import { Webhook } from './webhook.entity';
import type { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs';
import { makeSecret } from './webhook-secrets';

/** Makes a webhook. Its secret is in this answer and in no other. */
export async function createWebhook(
  { dataSource, settings }: Context,
  client: Client,
  input: CreateWebhookInput,
): Promise<Webhook & { secret: string }> {
  requireSwitch(client);
  const url = checkUrl(settings, input.url);
  const { id, secret, sealedSecret } = makeSecret(settings);
  const webhook = await dataSource.transaction(async (db) => {
    // Two that are made at once are counted one after the other.
    await db.findOne(Client, { where: { id: client.id }, lock: { mode: 'for_no_key_update' } });
    if ((await db.countBy(Webhook, { clientId: client.id })) >= MAX_WEBHOOKS)
      throw fail('LIMIT_REACHED', `A client has at most ${MAX_WEBHOOKS} webhooks`);
    await db.insert(Webhook, {
      id,
      clientId: client.id,
      url,
      description: input.description?.trim() ?? '',
      events: once(input.events),
      sealedSecret,
    });
    return db.findOneByOrFail(Webhook, { id });
  });
  return Object.assign(webhook, { secret });
}

/** Changes a webhook. Switching it off gives up what still waits; switching it on forgets why it was off. */
export async function updateWebhook(
  { dataSource, settings, followUps }: Context,
  { id, url: before }: Webhook,
  input: UpdateWebhookInput,
): Promise<Webhook> {
  const { url, description, events, enabled } = input;
  const change = {
    ...(url != null && url !== before ? { url: checkUrl(settings, url) } : {}),
    ...(description != null ? { description: description.trim() } : {}),
    ...(events != null ? { events: once(events) } : {}),
    ...(enabled != null ? { enabled } : {}),
    ...(enabled ? { offReason: null, failingSince: null } : {}),
  };
  const webhook = await dataSource.transaction(async (db) => {
    if (Object.keys(change).length > 0) await db.update(Webhook, { id }, change);
    if (enabled === false) await dropDeliveries(db, { webhookId: id }, 'webhook_off');
    return db.findOneByOrFail(Webhook, { id });
  });
  followUps.nudge();
  return webhook;
}

/** Refuses what would post anything for a client whose webhooks are off. */
export function requireSwitch({ webhooksEnabled }: Pick<Client, 'webhooksEnabled'>): void {
  if (!webhooksEnabled) throw fail('FORBIDDEN', 'Webhooks are not switched on for this client');
}

const once = (events: string[]) => [...new Set(events)];

function checkUrl({ publicUrl, webhookAllowPrivate }: Context['settings'], text: string): string {
  const why = whyNotWebhookUrl(text.trim(), webhookAllowPrivate);
  if (why !== null) throw badField('url', why);
  const url = new URL(text.trim());
  // Its own form would make a lead of each lead.
  if (url.host === new URL(publicUrl).host) throw badField('url', 'Events are not posted back to this site');
  return url.href;
}
