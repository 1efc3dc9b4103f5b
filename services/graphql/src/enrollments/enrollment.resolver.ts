import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { asSystem } from '../access/scope';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../access/access';
import type { Connection } from '../api/connections/connections';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { Lead } from '../leads/lead.entity';
import { loadLead } from '../leads/load-lead';
import { describeReason } from '../messages/describe-reason';
import { SmsMessageArgs, SmsMessageConnection, smsMessageList } from '../messages/sms-message.connection';
import type { SmsMessage } from '../messages/sms-message.entity';
import { Sequence } from '../sequences/sequence.entity';
import { startSequence } from './enroll-lead';
import { Enrollment } from './enrollment.entity';

@Resolver(() => Enrollment)
export class EnrollmentResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Enrollment, {
    description:
      'Enrolls a lead in a sequence of its campaign, such as a lead that is older than the sequence. The first message is due after its delay from now. A lead goes through a sequence once.',
  })
  async startSequence(
    @Arg('leadId', () => ID, { description: 'The ID of the lead.' }) leadId: string,
    @Arg('sequenceId', () => ID, { description: 'The ID of the sequence, which must be active.' }) sequenceId: string,
    @Ctx() ctx: Context,
  ): Promise<Enrollment> {
    const find = (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id });
    const lead = await loadLead(ctx, leadId);
    const { id } = await loadOwned(ctx, sequenceId, find, 'Sequence');
    // Clients do not delete enrollments themselves.
    const { started, reasons } = await asSystem(() =>
      ctx.dataSource.transaction((db) => startSequence(db, id, [lead], ctx.settings)),
    );
    const reason = reasons.get(lead.id);
    if (reason) throw fieldError('sequenceId', `Not started because ${describeReason(reason)}.`);
    ctx.outboxRelay.wake();
    return ctx.dataSource.manager.findOneByOrFail(Enrollment, { id: started[0]! });
  }

  @FieldResolver(() => Lead, { description: 'The lead.' })
  lead(@Root() { leadId }: Enrollment, @Ctx() { loaders }: Context): Promise<Lead> {
    return loaders.lead.load(leadId);
  }

  @FieldResolver(() => Sequence, { description: 'The sequence.' })
  sequence(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<Sequence> {
    return loaders.sequence.load(sequenceId!);
  }

  @FieldResolver(() => String, { description: 'The name of the sequence.' })
  async sequenceName(@Root() { sequenceId }: Enrollment, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.sequence.load(sequenceId!)).name;
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
