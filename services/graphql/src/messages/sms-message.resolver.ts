import { Arg, Args, Authorized, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { processSms } from './process-sms';
import { SmsMessage } from './sms-message.entity';

@ObjectType({ simpleResolvers: true, description: 'The result of sending overdue messages.' })
class ProcessResult {
  @Field(() => String, { description: 'The result, for display.' })
  message!: string;
  @Field(() => Int, { description: 'The number of messages that were sent.' })
  processed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A page of messages.' })
class SmsMessagePage extends pageOf(SmsMessage, 'messages') {}

@Resolver()
export class SmsMessageResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => SmsMessagePage, { description: 'Lists a client’s messages, newest first.' })
  async smsMessages(
    @ClientIdArg() clientId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<SmsMessage>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    return findPage(ctx.dataSource.manager, { entity: SmsMessage, where: 'item.client_id = $1', values: [id] }, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => ProcessResult, {
    description:
      'Sends all overdue messages of a client, or of all clients if called by an administrator without a client ID.',
  })
  async processSms(
    @Arg('clientId', () => ID, {
      nullable: true,
      description: 'The ID of the client. Defaults to the caller’s own client, and for administrators to all clients.',
    })
    clientId: string | null,
    @Ctx() ctx: Context,
  ): Promise<ProcessResult> {
    const ownClientId = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
    const scope = clientId ?? ownClientId;
    if (scope !== null) await authorizeDashboard(ctx, scope);
    return processSms(ctx, scope);
  }
}
