import { Arg, Args, Authorized, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { BUILDER_ROLES, authorizeBuilder, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { consume } from '../api/rate-limiters';
import { replayDelivery, sendTestEvent } from './replay-delivery';
import { createWebhook, assertWebhooksEnabled, updateWebhook } from './save-webhook';
import { WebhookDelivery } from './webhook-delivery.entity';
import { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs';
import { Webhook } from './webhook.entity';
import { enqueueBulk } from '../outbox/enqueue';
import { rotateSecret } from './webhook-secrets';
import { RecentSignIn } from '../sessions/recent-sign-in';

@ObjectType({ simpleResolvers: true, description: 'A webhook with its secret, which is returned only once.' })
class WebhookWithSecret extends Webhook {
  @Field(() => String, {
    description:
      'The secret that signs events: `whsec_` followed by 24 bytes in base64. Store it, because it is not returned again.',
  })
  secret!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A page of a webhook’s delivery log.' })
class WebhookDeliveryPage extends pageOf(WebhookDelivery, 'deliveries') {}

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Webhook, { id });
const findDelivery = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(WebhookDelivery, { id });
const openWebhook = (ctx: Context, id: string) => loadOwned(ctx, id, find(ctx), 'Webhook', authorizeBuilder);

/** Loads a webhook and checks that events may be posted to it now. */
async function openForPosting(ctx: Context, id: string): Promise<Webhook> {
  const webhook = await openWebhook(ctx, id);
  assertWebhooksEnabled(await ctx.dataSource.manager.findOneByOrFail(Client, { id: webhook.clientId }));
  if (!webhook.enabled) throw fail('BAD_USER_INPUT', 'Enable this webhook first.');
  await consume(ctx.rateLimiters.webhook, webhook.clientId);
  return webhook;
}

@Resolver()
export class WebhookResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => [Webhook], { description: 'Lists a client’s webhooks, at most 5, newest first.' })
  async webhooks(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<Webhook[]> {
    const client = await authorizeBuilder(ctx, clientId);
    return ctx.dataSource.manager.find(Webhook, {
      where: { clientId: client.id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => WebhookWithSecret, {
    description:
      'Creates a webhook. Its secret is returned only in this response. A client can have at most 5 webhooks.',
  })
  async createWebhook(
    @ClientIdArg() clientId: string,
    @InputArg(() => CreateWebhookInput, 'The new webhook.') input: CreateWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<WebhookWithSecret> {
    return createWebhook(ctx, await authorizeBuilder(ctx, clientId), input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Webhook, { description: 'Updates a webhook.' })
  async updateWebhook(
    @IdArg('webhook') id: string,
    @InputArg(() => UpdateWebhookInput, 'The fields to update.') input: UpdateWebhookInput,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return updateWebhook(ctx, await openWebhook(ctx, id), input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a webhook with its delivery log and pending deliveries.' })
  async deleteWebhook(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { clientId } = await openWebhook(ctx, id);
    await ctx.dataSource.transaction(async (db) => {
      await db.delete(Webhook, { id });
      await enqueueBulk(db, 'delete_deliveries', clientId, id);
    });
    ctx.outboxRelay.wake();
    return true;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => WebhookWithSecret, {
    description:
      'Replaces a webhook’s secret. The new secret is returned only in this response. Events are also signed with the previous secret for 24 hours.',
  })
  async rotateWebhookSecret(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<WebhookWithSecret> {
    await openWebhook(ctx, id);
    const secret = await rotateSecret(ctx.dataSource.manager, ctx.settings, id);
    return Object.assign(await ctx.dataSource.manager.findOneByOrFail(Webhook, { id }), { secret });
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => WebhookDelivery, {
    description: 'Posts a test event to a webhook. The delivery log shows the outcome.',
  })
  async testWebhook(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<WebhookDelivery> {
    const webhook = await openForPosting(ctx, id);
    const delivery = await ctx.dataSource.transaction((db) => sendTestEvent(db, webhook));
    ctx.outboxRelay.wake();
    return delivery;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => WebhookDeliveryPage, {
    description: 'Lists a webhook’s deliveries of the last 30 days and its pending ones, newest first.',
  })
  async webhookDeliveries(
    @Arg('webhookId', () => ID, { description: 'The ID of the webhook.' }) webhookId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<WebhookDelivery>> {
    await openWebhook(ctx, webhookId);
    const list = {
      entity: WebhookDelivery,
      where: 'item.webhook_id = $1',
      values: [webhookId],
      size: `octet_length(item.payload) + coalesce(octet_length(item.response_body), 0)`,
    };
    return findPage(ctx.dataSource.manager, list, page);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => WebhookDelivery, { description: 'Returns a delivery.' })
  webhookDelivery(@IdArg('delivery') id: string, @Ctx() ctx: Context): Promise<WebhookDelivery> {
    return loadOwned(ctx, id, findDelivery(ctx), 'Delivery', authorizeBuilder);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => WebhookDelivery, {
    description: 'Posts an event to its webhook again immediately, with the same `webhook-id`.',
  })
  async replayWebhookDelivery(@IdArg('delivery') id: string, @Ctx() ctx: Context): Promise<WebhookDelivery> {
    const { webhookId } = await loadOwned(ctx, id, findDelivery(ctx), 'Delivery', authorizeBuilder);
    await openForPosting(ctx, webhookId);
    const delivery = await ctx.dataSource.transaction((db) => replayDelivery(db, id));
    ctx.outboxRelay.wake();
    return delivery;
  }
}
