import { isUUID } from 'class-validator';
import { Arg, Args, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Role } from '../access/access';
import { Id } from '../api/arguments';
import type { Context } from '../api/context';
import {
  recordAlert,
  reportAlertTrouble,
  retryAlert,
  withdrawAlert,
} from '../lead-notifications/lead-notification-attempts';
import { reportTrouble, retryText, withdrawAttempt } from './message-attempts';
import { claimAlert } from '../lead-notifications/claim-lead-notification';
import { claimStep } from './claim-step';
import { AttemptArgs, ClaimStepArgs, FollowUpState, SendOutcomeInput, StepClaim } from './message-worker.types';
import { followUpState } from '../enrollments/enrollment-state';
import { LoggedText } from '../provider/logged-message.entity';
import { oneAlertInHand } from '../lead-notifications/single-in-flight';
import { GONE, recordSend } from './record-send-result';

/** What the workers call; nobody else may. */
@Resolver()
export class FollowUpResolver {
  @Authorized<Role>('service')
  @Query(() => FollowUpState, { description: 'Internal: where an enrollment stands.' })
  followUp(
    @Arg('enrollmentId', () => ID, { description: 'The enrollment’s id.' }) enrollmentId: string,
    @Ctx() { dataSource }: Context,
  ): Promise<FollowUpState> {
    return followUpState(dataSource.manager, enrollmentId);
  }

  @Authorized<Role>('service')
  @Mutation(() => StepClaim, {
    description: 'Internal: asks to send a step. The answer is the last word on whether it goes.',
  })
  claimStep(
    @Args(() => ClaimStepArgs) { enrollmentId, position }: ClaimStepArgs,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<StepClaim> {
    return dataSource.transaction((db) => claimStep(db, enrollmentId, position, settings.restoredTo));
  }

  @Authorized<Role>('service')
  @Mutation(() => StepClaim, {
    description: 'Internal: asks to tell a business of a new lead. What becomes of it is said as of any claimed text.',
  })
  claimAlert(
    @Arg('leadId', () => ID, { description: 'The lead’s id.' }) leadId: string,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<StepClaim> {
    return oneAlertInHand(() =>
      dataSource.transaction((db) => claimAlert(db, leadId, settings.phoneCountry, settings.restoredTo)),
    );
  }

  @Authorized<Role>('service')
  @Mutation(() => FollowUpState, { description: 'Internal: says what became of a claimed text.' })
  recordSend(
    @Arg('outcome', () => SendOutcomeInput, { description: 'Which text, and what became of it.' })
    outcome: SendOutcomeInput,
    @Ctx() { dataSource }: Context,
  ): Promise<FollowUpState> {
    return dataSource.transaction(async (db) => {
      const state = await recordSend(db, outcome);
      return state === GONE ? ((await recordAlert(db, outcome)) ?? GONE) : state;
    });
  }

  @Authorized<Role>('service')
  @Mutation(() => StepClaim, {
    description: 'Internal: asks for one more attempt at a text that could not be found at the provider.',
  })
  retryText(
    @Args(() => AttemptArgs) { messageId, attempts }: AttemptArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<StepClaim> {
    return dataSource.transaction(
      async (db) => (await retryAlert(db, messageId, attempts)) ?? retryText(db, messageId, attempts),
    );
  }

  @Authorized<Role>('service')
  @Mutation(() => Boolean, {
    description: 'Internal: takes an attempt back that certainly did not reach the provider.',
  })
  async withdrawAttempt(
    @Args(() => AttemptArgs) { messageId, attempts }: AttemptArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    const db = dataSource.manager;
    return (await withdrawAlert(db, messageId, attempts)) || withdrawAttempt(db, messageId, attempts);
  }

  @Authorized<Role>('service')
  @Mutation(() => FollowUpState, {
    description: 'Internal: the provider refused us as a whole, or is not there; all texts wait.',
  })
  reportTrouble(
    @Arg('messageId', () => ID, { description: 'The id of the SMS message.' }) messageId: string,
    @Arg('reason', () => String, { description: 'The provider’s code, or `unreachable`.' }) reason: string,
    @Ctx() { dataSource }: Context,
  ): Promise<FollowUpState> {
    return dataSource.transaction(
      async (db) =>
        (await reportAlertTrouble(db, messageId, reason.slice(0, 100))) ??
        reportTrouble(db, messageId, reason.slice(0, 100)),
    );
  }

  @Authorized<Role>('service')
  @Mutation(() => LoggedText, {
    description: 'Internal: the `log` provider takes a text; a second one with the same id changes nothing.',
  })
  async logText(
    @Id('The text’s') id: string,
    @Arg('to', () => String, { description: 'Where it goes, in E.164.' }) to: string,
    @Arg('body', () => String, { description: 'The rendered text.' }) body: string,
    @Ctx() { dataSource }: Context,
  ): Promise<LoggedText> {
    // A text whose lead was deleted while it was on its way leaves nothing behind.
    await dataSource.query(
      `WITH lead_text AS (SELECT id FROM sms_messages WHERE id = $1 FOR KEY SHARE), alert AS (SELECT lead_id AS id FROM alerts WHERE lead_id = $1 FOR KEY SHARE),
         test AS (SELECT id FROM test_texts WHERE id = $1 FOR KEY SHARE)
       INSERT INTO logged_texts (id, to_e164, body) SELECT id, $2, $3 FROM (SELECT id FROM lead_text UNION SELECT id FROM alert UNION SELECT id FROM test) known ON CONFLICT DO NOTHING`,
      [id, to, body],
    );
    return (
      (await dataSource.manager.findOneBy(LoggedText, { id })) ??
      Object.assign(new LoggedText(), { id, createdAt: new Date() })
    );
  }

  @Authorized<Role>('service')
  @Query(() => LoggedText, { nullable: true, description: 'Internal: whether the `log` provider took a text.' })
  async loggedText(@Id('The text’s') id: string, @Ctx() { dataSource }: Context): Promise<LoggedText | null> {
    return isUUID(id) ? dataSource.manager.findOneBy(LoggedText, { id }) : null;
  }
}
