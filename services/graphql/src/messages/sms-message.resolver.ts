import { Arg, Authorized, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { ClientIdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { processSms } from './process-sms';
import { SmsMessage } from './sms-message.entity';

@ObjectType({ simpleResolvers: true, description: 'The result of sending overdue messages.' })
class ProcessResult {
  @Field(() => String, { description: 'The result, for display.' })
  message!: string;
  @Field(() => Int, { description: 'The number of messages that were sent.' })
  processed!: number;
}

@Resolver()
export class SmsMessageResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => [SmsMessage], { description: 'Lists a client’s messages, newest first.' })
  async smsMessages(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<SmsMessage[]> {
    const client = await authorizeDashboard(ctx, clientId);
    return ctx.dataSource.manager.find(SmsMessage, {
      where: { clientId: client.id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
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
