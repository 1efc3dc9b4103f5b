import { Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, type Role } from '../access/access';
import { ClientIdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { describeReason } from './describe-reason';
import { sendTestMessage } from './send-test-message';
import { SmsStatus } from './outbound-message.entity';
import { TestMessage } from './test-message.entity';
import { TestMessageInput } from './test-message.inputs';

const testMessageReasons: Record<string, string> = {
  not_claimed: 'it was not picked up within 10 minutes',
  not_reachable: 'the text message provider could not be reached',
  provider_unavailable: 'the text message provider rejects this account or sender number',
  unknown: 'its delivery could not be confirmed',
};

@Resolver(() => TestMessage)
export class TestMessageResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => TestMessage, {
    description:
      'Sends a test message to the client’s own notification phone through the configured provider. A client can send at most 10 an hour.',
  })
  async sendTestMessage(
    @ClientIdArg() clientId: string,
    @InputArg(() => TestMessageInput, 'The test message.') input: TestMessageInput,
    @Ctx() ctx: Context,
  ): Promise<TestMessage> {
    return sendTestMessage(ctx, await authorizeDashboard(ctx, clientId), input);
  }

  @FieldResolver(() => String, { description: 'The outcome, for display.' })
  outcome(@Root() { status, reason }: TestMessage): string {
    if (status === SmsStatus.sent) return 'The text message provider accepted it';
    if (status === SmsStatus.queued) return 'The text message provider has not accepted it yet';
    return `It was not sent because ${testMessageReasons[reason ?? ''] ?? describeReason(reason)}`;
  }
}
