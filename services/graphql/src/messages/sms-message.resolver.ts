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
  Resolver,
  Root,
} from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { Lead } from '../leads/lead.entity';
import { Sequence } from '../sequences/sequence.entity';
import { processSms } from './process-sms';
import { SmsMessage } from './sms-message.entity';

@ObjectType({ simpleResolvers: true, description: 'The result of sending overdue messages.' })
class ProcessResult {
  @Field(() => String, { description: 'The result, for display.' })
  message!: string;
  @Field(() => Int, { description: 'The number of messages that were sent.' })
  processed!: number;
}

@Resolver(() => SmsMessage)
export class SmsMessageResolver {
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

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: SmsMessage, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => Lead, { description: 'The lead.' })
  lead(@Root() { leadId }: SmsMessage, @Ctx() { loaders }: Context): Promise<Lead> {
    return loaders.lead.load(leadId);
  }

  @FieldResolver(() => Sequence, {
    nullable: true,
    description: 'The sequence. Null for a message that a person wrote.',
  })
  async sequence(@Root() { smsSequenceId }: SmsMessage, @Ctx() { loaders }: Context): Promise<Sequence | null> {
    return smsSequenceId === null ? null : loaders.sequence.load(smsSequenceId);
  }

  @FieldResolver(() => Enrollment, {
    nullable: true,
    description: 'The enrollment of the lead in the sequence. Null for a message that a person wrote.',
  })
  async enrollment(
    @Root() { smsSequenceId, enrollmentId }: SmsMessage,
    @Ctx() { loaders }: Context,
  ): Promise<Enrollment | null> {
    return smsSequenceId === null ? null : loaders.enrollment.load(enrollmentId);
  }
}
