import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { DASHBOARD, openDashboard, type Role } from '../access/access';
import { ClientId, Id, Input } from '../api/arguments';
import type { Context } from '../api/context';
import { ClaimedText, SendOutcomeInput } from './message-worker.types';
import { reasonWords } from './describe-reason';
import { sendTestText } from './send-test-message';
import { claimTestText, recordTestText } from './test-message-attempts';
import { SmsStatus } from './outbound-message.entity';
import { TestText } from './test-message.entity';
import { TestTextInput } from './test-message.inputs';

const testMessageReasons: Record<string, string> = {
  late: 'it was not picked up within 10 minutes',
  not_reachable: 'the text message provider could not be reached',
  provider_trouble: 'the text message provider rejects this account or sender number',
  unknown: 'its delivery could not be confirmed',
};

@Resolver(() => TestText)
export class TestTextResolver {
  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => TestText, {
    description:
      'Sends a test message to the client’s own notification phone through the configured provider. At most 10 an hour.',
  })
  async sendTestText(
    @ClientId() clientId: string,
    @Input(() => TestTextInput, 'The test message.') input: TestTextInput,
    @Ctx() ctx: Context,
  ): Promise<TestText> {
    return sendTestText(ctx, await openDashboard(ctx, clientId), input);
  }

  @FieldResolver(() => String, { description: 'The outcome, for display.' })
  words(@Root() { status, reason }: TestText): string {
    if (status === SmsStatus.sent) return 'The text message provider accepted it';
    if (status === SmsStatus.queued) return 'The text message provider has not accepted it yet';
    return `It was not sent because ${testMessageReasons[reason ?? ''] ?? reasonWords(reason)}`;
  }

  @Authorized<Role>('service')
  @Mutation(() => ClaimedText, {
    nullable: true,
    description: 'Internal: claims a test message for sending. Returns null if it has a final outcome.',
  })
  claimTestText(@Id('The test message’s') id: string, @Ctx() { dataSource }: Context): Promise<ClaimedText | null> {
    return dataSource.transaction((db) => claimTestText(db, id));
  }

  @Authorized<Role>('service')
  @Mutation(() => Boolean, {
    description:
      'Internal: records the outcome of a test message. Returns false if the provider’s ID belongs to another message.',
  })
  recordTestText(
    @Arg('outcome', () => SendOutcomeInput, { description: 'The test message and its outcome.' })
    outcome: SendOutcomeInput,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return dataSource.transaction((db) => recordTestText(db, outcome));
  }
}
