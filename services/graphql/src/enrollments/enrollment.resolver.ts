import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { SmsMessage } from '../messages/sms-message.entity';
import { Enrollment } from './enrollment.entity';

@Resolver(() => Enrollment)
export class EnrollmentResolver {
  @FieldResolver(() => String, { description: 'The name of the sequence.' })
  sequenceName(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.sequenceName.load(sequenceId);
  }

  @FieldResolver(() => Int, { description: 'The number of steps when the lead was enrolled.' })
  totalSteps(@Root() { steps }: Enrollment): number {
    return steps.length;
  }

  @FieldResolver(() => [SmsMessage], { description: 'The messages so far, in order.' })
  messages(@Root() { id }: Enrollment, @Ctx() { loaders }: Context): Promise<SmsMessage[]> {
    return loaders.messages.load(id);
  }
}
