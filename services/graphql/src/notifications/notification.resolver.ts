import { ArrayUnique } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { authorizeBuilder, BUILDER_ROLES, BuilderField, OpenedField, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { Lead } from '../leads/lead.entity';
import { accountOf, NotificationState } from './load-notification-states';
import { NotificationArgs, NotificationConnection, notificationList } from './notification.connection';
import { Notification, NOTIFICATION_DAYS, NotificationKind } from './notification.entity';

@ArgsType()
class MuteNotificationsArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => [NotificationKind], { description: 'The kinds that the caller is not shown, each once.' })
  @ArrayUnique({ message: 'kinds must contain each kind once.' })
  kinds!: NotificationKind[];
}

@Resolver(() => Notification)
export class NotificationResolver {
  @FieldResolver(() => Lead, {
    nullable: true,
    description: 'The lead. Null for several leads, and if it is about none.',
  })
  lead(@Root() { leadId }: Notification, @Ctx() { loaders }: Context): Promise<Lead | null> | null {
    return leadId === null ? null : loaders.lead.find(leadId);
  }

  @FieldResolver(() => Campaign, { nullable: true, description: 'The campaign, for `ab_test` only.' })
  campaign(@Root() { campaignId }: Notification, @Ctx() { loaders }: Context): Promise<Campaign | null> | null {
    return campaignId === null ? null : loaders.campaign.find(campaignId);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Client, { description: 'Marks all notifications of the caller as seen.' })
  async markNotificationsSeen(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<Client> {
    const client = await authorizeBuilder(ctx, clientId);
    // The time of the database, which the notifications have.
    await saveSettings(ctx, client.id, 'seen_at', 'now');
    return client;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Client, { description: 'Sets which kinds of notifications the caller is not shown.' })
  async muteNotifications(
    @Args(() => MuteNotificationsArgs) { clientId, kinds }: MuteNotificationsArgs,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await authorizeBuilder(ctx, clientId);
    await saveSettings(ctx, client.id, 'muted', kinds);
    return client;
  }
}

@Resolver(() => Client)
export class ClientNotificationsResolver {
  @BuilderField()
  @FieldResolver(() => NotificationConnection, {
    description: `The caller’s notifications of the last ${NOTIFICATION_DAYS} days, newest first by default.`,
  })
  async notifications(
    @Root() { id }: Client,
    @Args(() => NotificationArgs) args: NotificationArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<Notification>> {
    const account = accountOf(ctx);
    const { muted } = await ctx.loaders.notificationState.load({ clientId: id, ...account });
    return ctx.loaders.connection(notificationList({ ...account, muted }, args), id, args);
  }

  @OpenedField()
  @FieldResolver(() => NotificationState, { description: 'What the caller has seen and muted of the notifications.' })
  notificationState(@Root() { id }: Client, @Ctx() ctx: Context): Promise<NotificationState> {
    return ctx.loaders.notificationState.load({ clientId: id, ...accountOf(ctx) });
  }
}

/** Saves one of the settings of the caller. */
async function saveSettings(
  ctx: Context,
  clientId: string,
  column: 'seen_at' | 'muted',
  value: 'now' | NotificationKind[],
): Promise<void> {
  const { adminId, memberId } = accountOf(ctx);
  await ctx.dataSource.query(
    `INSERT INTO notification_settings (client_id, admin_id, member_id, ${column}) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, coalesce(admin_id, member_id, client_id)) DO UPDATE SET ${column} = excluded.${column}`,
    [clientId, adminId, memberId, value],
  );
  ctx.loaders.notificationState.clearAll();
}
