import { ArrayUnique } from 'class-validator';
import {
  Arg,
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { authorizeBuilder, BUILDER_ROLES, BuilderField, type Role } from '../../access/access';
import { ClientIdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { Client } from '../../clients/client.entity';
import { accountOf } from '../load-notification-states';
import { NotificationKind } from '../notification.entity';
import { ADDRESS, PENDING } from './send-emails';

@ObjectType({ simpleResolvers: true, description: 'How notifications are emailed to an account.' })
export class EmailNotifications {
  @Field(() => String, {
    nullable: true,
    description: 'Where they are emailed. Null if the account has no email address.',
  })
  address!: string | null;

  @Field(() => [NotificationKind], { description: 'The kinds that are emailed.' })
  kinds!: NotificationKind[];

  @Field(() => Date, { nullable: true, description: 'When an email failed. Null if the last one was sent.' })
  failedAt!: Date | null;
}

@ArgsType()
class SetEmailNotificationsArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => [NotificationKind], { description: 'The kinds that are emailed to the caller, each once.' })
  @ArrayUnique({ message: 'kinds must contain each kind once.' })
  kinds!: NotificationKind[];
}

@Resolver(() => Client)
export class EmailNotificationsResolver {
  @BuilderField()
  @FieldResolver(() => EmailNotifications, {
    nullable: true,
    description:
      'How notifications are emailed to the caller. Null for administrators, and if no email server is configured.',
  })
  emailNotifications(@Root() { id }: Client, @Ctx() ctx: Context): Promise<EmailNotifications> | null {
    return isEmailed(ctx) ? loadEmailNotifications(ctx, id) : null;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Client, { description: 'Sets which kinds of notifications are emailed to the caller.' })
  async setEmailNotifications(
    @Args(() => SetEmailNotificationsArgs) { clientId, kinds }: SetEmailNotificationsArgs,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await authorizeBuilder(ctx, clientId);
    const email = isEmailed(ctx) ? await loadEmailNotifications(ctx, client.id) : null;
    if (kinds.length > 0 && email === null) throw fail('CONFLICT', 'Emails are not available to this account.');
    if (kinds.length > 0 && email?.address === null)
      throw fail('CONFLICT', 'Your account has no email address. Ask an owner of the team to add it.');
    if (email === null) return client;
    // What happened before is not emailed, unless it was about to be.
    await ctx.dataSource.query(
      `INSERT INTO notification_settings AS settings (client_id, member_id, email_kinds, emailed_until) VALUES ($1, $2, $3, now())
       ON CONFLICT (client_id, coalesce(admin_id, member_id, client_id)) DO UPDATE SET email_kinds = excluded.email_kinds,
         emailed_until = CASE WHEN EXISTS (SELECT FROM notifications item WHERE ${PENDING}) THEN settings.emailed_until ELSE now() END`,
      [client.id, accountOf(ctx).memberId, kinds],
    );
    return client;
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Client, {
    description: 'Sets whether the client’s notification phone gets a text message for each new lead.',
  })
  async setLeadNotifications(
    @ClientIdArg() clientId: string,
    @Arg('enabled', () => Boolean, { description: 'Whether it does.' }) enabled: boolean,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    const client = await authorizeBuilder(ctx, clientId);
    await ctx.dataSource.manager.update(Client, { id: client.id }, { leadNotificationsEnabled: enabled });
    return ctx.dataSource.manager.findOneByOrFail(Client, { id: client.id });
  }
}

/** Whether the caller can be emailed at all. */
const isEmailed = (ctx: Context) => ctx.settings.sendsEmail && accountOf(ctx).adminId === null;

async function loadEmailNotifications(ctx: Context, clientId: string): Promise<EmailNotifications> {
  const [row] = await ctx.dataSource.query<[EmailNotifications]>(
    `SELECT ${ADDRESS} AS address, coalesce(settings.email_kinds, '{}') AS kinds, settings.email_failed_at AS "failedAt"
     FROM clients client LEFT JOIN members member ON member.id = $2 LEFT JOIN notification_settings settings
       ON settings.client_id = client.id AND coalesce(settings.admin_id, settings.member_id, settings.client_id) = coalesce($2, client.id)
     WHERE client.id = $1`,
    [clientId, accountOf(ctx).memberId],
  );
  return row;
}
