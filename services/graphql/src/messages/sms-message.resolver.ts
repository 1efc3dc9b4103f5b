import {
  Arg,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD, openDashboard, type Role } from '../access/access';
import { ClientId } from '../api/arguments';
import type { Context } from '../api/context';
import { Enrollment } from '../enrollments/enrollment.entity';
import { processSms } from './process-sms';
import { SmsMessage } from './sms-message.entity';

@ObjectType({ simpleResolvers: true, description: 'What Process SMS Now did.' })
class ProcessResult {
  @Field(() => String, { description: 'The same in words.' })
  message!: string;
  @Field(() => Int, { description: 'How many texts went.' })
  processed!: number;
}

@Resolver()
export class SmsMessageResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => [SmsMessage], { description: 'A client’s texts, newest first.' })
  async smsMessages(@ClientId() clientId: string, @Ctx() ctx: Context): Promise<SmsMessage[]> {
    const client = await openDashboard(ctx, clientId);
    return ctx.dataSource.manager.find(SmsMessage, {
      where: { clientId: client.id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => ProcessResult, {
    description: 'Sends what is due or stuck, of one client or of all that the caller may see.',
  })
  async processSms(
    @Arg('clientId', () => ID, { nullable: true, description: 'The client; all where left out.' })
    clientId: string | null,
    @Ctx() ctx: Context,
  ): Promise<ProcessResult> {
    const own = ctx.actor.role === 'client' ? ctx.actor.clientId : null;
    const scope = clientId ?? own;
    if (scope !== null) await openDashboard(ctx, scope);
    return processSms(ctx, scope);
  }
}

@Resolver(() => Enrollment)
export class EnrollmentResolver {
  @FieldResolver(() => String, { description: 'The name of the sequence.' })
  sequenceName(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.sequenceName.load(sequenceId);
  }

  @FieldResolver(() => Int, { description: 'How many texts the sequence had when the lead enrolled.' })
  totalSteps(@Root() { steps }: Enrollment): number {
    return steps.length;
  }

  @FieldResolver(() => [SmsMessage], { description: 'The texts so far, in order.' })
  messages(@Root() { id }: Enrollment, @Ctx() { loaders }: Context): Promise<SmsMessage[]> {
    return loaders.messages.load(id);
  }
}
