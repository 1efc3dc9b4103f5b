import { Args, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, type Role } from '../../access/access';
import { InputArg } from '../../api/arguments';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { Lead } from '../../leads/lead.entity';
import { loadLead } from '../../leads/load-lead';
import { ReplyArgs, ReplyConnection, replyList } from '../../replies/reply.connection';
import type { Reply } from '../../replies/reply.entity';
import { describeReason } from '../describe-reason';
import { SmsMessage } from '../sms-message.entity';
import { reasonNotToWrite } from './reason-not-to-write';
import { sendMessage } from './send-message';
import { SendMessageInput } from './send-message.inputs';

@Resolver(() => Lead)
export class ConversationResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => SmsMessage, {
    description:
      'Sends a message that a person wrote to a lead, by the same rules as the messages of its sequences. It is stored before it is sent, and may wait, for example for the end of quiet hours. Within an hour after a reply of the lead, quiet hours do not apply.',
  })
  async sendMessage(
    @InputArg(() => SendMessageInput, 'The message.') input: SendMessageInput,
    @Ctx() ctx: Context,
  ): Promise<SmsMessage> {
    return sendMessage(ctx, await loadLead(ctx, input.leadId), input);
  }

  @FieldResolver(() => ReplyConnection, { description: 'The replies of the lead, oldest first by default.' })
  replies(
    @Root() { id }: Lead,
    @Args(() => ReplyArgs) args: ReplyArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Reply>> {
    return loaders.connection(replyList(args), id, args);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why nobody can write to the lead, for display, such as `this number opted out of text messages`, or null.',
  })
  async messagesBlockedReason(@Root() lead: Lead, @Ctx() ctx: Context): Promise<string | null> {
    const reason = await reasonNotToWrite(ctx, lead);
    return reason && describeReason(reason);
  }
}

@Resolver(() => SmsMessage)
export class MessageProgressResolver {
  @FieldResolver(() => String, {
    description: 'What happened to the message and why, for display, such as `Waiting because quiet hours apply`.',
  })
  async description(@Root() message: SmsMessage, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.messageProgress.load(message)).description;
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'When a waiting message is sent, if that is known.',
  })
  async waitsUntil(@Root() message: SmsMessage, @Ctx() { loaders }: Context): Promise<Date | null> {
    return (await loaders.messageProgress.load(message)).waitsUntil;
  }
}
