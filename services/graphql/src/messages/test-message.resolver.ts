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

const ownWords: Record<string, string> = {
  late: 'nothing could take it for ten minutes',
  not_reachable: 'the text service could not be reached',
  provider_trouble: 'the text service refuses our account or sender',
  unknown: 'nobody could say whether it arrived',
};

@Resolver(() => TestText)
export class TestTextResolver {
  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => TestText, {
    description:
      'Sends one text to the client’s own notification phone, through the real provider. It is in no list and no count. At most ten an hour.',
  })
  async sendTestText(
    @ClientId() clientId: string,
    @Input(() => TestTextInput, 'What to send.') input: TestTextInput,
    @Ctx() ctx: Context,
  ): Promise<TestText> {
    return sendTestText(ctx, await openDashboard(ctx, clientId), input);
  }

  @FieldResolver(() => String, { description: 'What became of it, in words.' })
  words(@Root() { status, reason }: TestText): string {
    if (status === SmsStatus.sent) return 'The text service took it';
    if (status === SmsStatus.queued) return 'The text service has not taken it yet';
    return `It was not sent: ${ownWords[reason ?? ''] ?? reasonWords(reason)}`;
  }

  @Authorized<Role>('service')
  @Mutation(() => ClaimedText, {
    nullable: true,
    description: 'Internal: the test text that a worker is to hand over, or to look for; none where it is settled.',
  })
  claimTestText(@Id('The test text’s') id: string, @Ctx() { dataSource }: Context): Promise<ClaimedText | null> {
    return dataSource.transaction((db) => claimTestText(db, id));
  }

  @Authorized<Role>('service')
  @Mutation(() => Boolean, {
    description: 'Internal: says what became of a test text; false where the provider’s id is another’s.',
  })
  recordTestText(
    @Arg('outcome', () => SendOutcomeInput, { description: 'Which text, and what became of it.' })
    outcome: SendOutcomeInput,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return dataSource.transaction((db) => recordTestText(db, outcome));
  }
}
