import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { Lead } from '../leads/lead.entity';
import { SmsMessageArgs, SmsMessageConnection, smsMessageList } from '../messages/sms-message.connection';
import type { SmsMessage } from '../messages/sms-message.entity';
import { Sequence } from '../sequences/sequence.entity';
import { Enrollment } from './enrollment.entity';

@Resolver(() => Enrollment)
export class EnrollmentResolver {
  @FieldResolver(() => Lead, { description: 'The lead.' })
  lead(@Root() { leadId }: Enrollment, @Ctx() { loaders }: Context): Promise<Lead> {
    return loaders.lead.load(leadId);
  }

  @FieldResolver(() => Sequence, { description: 'The sequence.' })
  sequence(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<Sequence> {
    return loaders.sequence.load(sequenceId);
  }

  @FieldResolver(() => String, { description: 'The name of the sequence.' })
  async sequenceName(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.sequence.load(sequenceId)).name;
  }

  @FieldResolver(() => Int, { description: 'The number of steps when the lead was enrolled.' })
  totalSteps(@Root() { steps }: Enrollment): number {
    return steps.length;
  }

  @FieldResolver(() => SmsMessageConnection, { description: 'The messages so far, oldest first by default.' })
  messages(
    @Root() { id }: Enrollment,
    @Args(() => SmsMessageArgs) args: SmsMessageArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<SmsMessage>> {
    return loaders.connection(smsMessageList('item.enrollment_id', args), id, args);
  }
}
