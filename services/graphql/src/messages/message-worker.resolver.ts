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

/** Operations that only the workflow worker may call. */
@Resolver()
export class FollowUpResolver {
  @Authorized<Role>('service')
  @Query(() => FollowUpState, { description: 'Internal: returns what an enrollment’s workflow does next.' })
  followUp(
    @Arg('enrollmentId', () => ID, { description: 'The ID of the enrollment.' }) enrollmentId: string,
    @Ctx() { dataSource }: Context,
  ): Promise<FollowUpState> {
    return followUpState(dataSource.manager, enrollmentId);
  }

  @Authorized<Role>('service')
  @Mutation(() => StepClaim, {
    description: 'Internal: claims a step for sending. The worker sends the message only if the decision is `send`.',
  })
  claimStep(
    @Args(() => ClaimStepArgs) { enrollmentId, position }: ClaimStepArgs,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<StepClaim> {
    return dataSource.transaction((db) => claimStep(db, enrollmentId, position, settings.restoredTo));
  }

  @Authorized<Role>('service')
  @Mutation(() => StepClaim, {
    description: 'Internal: claims a lead notification for sending. The worker then records its outcome.',
  })
  claimAlert(
    @Arg('leadId', () => ID, { description: 'The ID of the lead.' }) leadId: string,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<StepClaim> {
    return oneAlertInHand(() =>
      dataSource.transaction((db) => claimAlert(db, leadId, settings.phoneCountry, settings.restoredTo)),
    );
  }

  @Authorized<Role>('service')
  @Mutation(() => FollowUpState, { description: 'Internal: records the outcome of sending a claimed message.' })
  recordSend(
    @Arg('outcome', () => SendOutcomeInput, { description: 'The message and its outcome.' })
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
    description: 'Internal: claims one more attempt at a message that was not found at the provider.',
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
    description:
      'Internal: cancels an attempt that certainly did not reach the provider. Returns false if it was cancelled before.',
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
    description: 'Internal: reports that the provider rejects the account or cannot be reached. All messages wait.',
  })
  reportTrouble(
    @Arg('messageId', () => ID, { description: 'The ID of the message.' }) messageId: string,
    @Arg('reason', () => String, { description: 'The provider’s error code, or `unreachable`.' }) reason: string,
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
    description: 'Internal: stores a message that the `log` provider received. Idempotent by ID.',
  })
  async logText(
    @Id('The message’s') id: string,
    @Arg('to', () => String, { description: 'The recipient’s number, in E.164.' }) to: string,
    @Arg('body', () => String, { description: 'The body of the message.' }) body: string,
    @Ctx() { dataSource }: Context,
  ): Promise<LoggedText> {
    // A message whose lead was deleted meanwhile is not stored.
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
  @Query(() => LoggedText, {
    nullable: true,
    description: 'Internal: returns a message that the `log` provider received, or null.',
  })
  async loggedText(@Id('The message’s') id: string, @Ctx() { dataSource }: Context): Promise<LoggedText | null> {
    return isUUID(id) ? dataSource.manager.findOneBy(LoggedText, { id }) : null;
  }
}
