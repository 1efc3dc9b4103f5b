import { Args, Authorized, Ctx, Field, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { BUILDER_ROLES, authorizeBuilder, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import { Client } from '../clients/client.entity';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import type { Connection } from '../api/connections/connections';
import { consume } from '../api/rate-limiters';
import { replayDelivery, sendTestEvent } from './replay-delivery';
import { createWebhook, assertWebhooksEnabled, updateWebhook } from './save-webhook';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookDeliveryArgs, WebhookDeliveryConnection, webhookDeliveryList } from './webhook.connections';
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

@Resolver(() => Webhook)
export class WebhookResolver {
  @Authorized<Role>(...BUILDER_ROLES)
  @Query(() => Webhook, { description: 'Returns a webhook.' })
  webhook(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<Webhook> {
    return openWebhook(ctx, id);
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
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return updateWebhook(ctx, await openWebhook(ctx, id), input, expectedVersion);
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

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: Webhook, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => WebhookDeliveryConnection, {
    description: 'The deliveries of the last 30 days and the pending ones, newest first by default.',
  })
  deliveries(
    @Root() { id }: Webhook,
    @Args(() => WebhookDeliveryArgs) args: WebhookDeliveryArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<WebhookDelivery>> {
    return loaders.connection(webhookDeliveryList(args), id, args);
  }
}

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @FieldResolver(() => Webhook, { description: 'The webhook.' })
  webhook(@Root() { webhookId }: WebhookDelivery, @Ctx() { loaders }: Context): Promise<Webhook> {
    return loaders.webhook.load(webhookId);
  }
}
