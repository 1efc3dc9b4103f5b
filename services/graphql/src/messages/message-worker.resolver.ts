import { isUUID } from 'class-validator';
import { Arg, Args, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { type Role, Urgent } from '../access/access';
import { IdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { runPreparedTransaction } from '../database/run-prepared';
import {
  recordLeadNotification,
  reportLeadNotificationOutage,
  retryLeadNotification,
  cancelLeadNotificationAttempt,
} from '../lead-notifications/lead-notification-attempts';
import { reportProviderOutage, claimRetry, cancelSendAttempt } from './message-attempts';
import { claimLeadNotification } from '../lead-notifications/claim-lead-notification';
import { claimStep } from './claim-step';
import {
  AttemptArgs,
  ClaimedMessage,
  ClaimStepArgs,
  EnrollmentState,
  SendResultInput,
  SendClaim,
} from './message-worker.types';
import { LoggedMessage } from '../provider/logged-message.entity';
import { singleInFlight } from '../lead-notifications/single-in-flight';
import { DELETED_STATE, recordSendResult } from './record-send-result';
import { claimTestMessage, recordTestMessage } from './test-message-attempts';

/** Operations that only the workflow worker may call. */
@Resolver()
export class MessageWorkerResolver {
  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => SendClaim, {
    description: 'Claims a step for sending. The worker sends the message only if the decision is `send`.',
  })
  claimStep(
    @Args(() => ClaimStepArgs) { enrollmentId, position }: ClaimStepArgs,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<SendClaim> {
    return runPreparedTransaction(dataSource, (db) => claimStep(db, enrollmentId, position ?? null, settings));
  }

  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => SendClaim, {
    description: 'Claims a lead notification for sending. The worker then records its outcome.',
  })
  claimLeadNotification(
    @Arg('leadId', () => ID, { description: 'The ID of the lead.' }) leadId: string,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<SendClaim> {
    return singleInFlight(() =>
      runPreparedTransaction(dataSource, (db) =>
        claimLeadNotification(db, leadId, settings.phoneCountry, settings.databaseRestoredAt),
      ),
    );
  }

  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => EnrollmentState, { description: 'Records the outcome of sending a claimed message.' })
  recordSendResult(
    @Arg('outcome', () => SendResultInput, { description: 'The message and its outcome.' })
    outcome: SendResultInput,
    @Ctx() { dataSource }: Context,
  ): Promise<EnrollmentState> {
    return runPreparedTransaction(dataSource, async (db) => {
      const state = await recordSendResult(db, outcome);
      return state === DELETED_STATE ? ((await recordLeadNotification(db, outcome)) ?? DELETED_STATE) : state;
    });
  }

  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => SendClaim, {
    description: 'Claims one more attempt at a message that was not found at the provider.',
  })
  claimRetry(
    @Args(() => AttemptArgs) { messageId, attempts }: AttemptArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<SendClaim> {
    return dataSource.transaction(
      async (db) => (await retryLeadNotification(db, messageId, attempts)) ?? claimRetry(db, messageId, attempts),
    );
  }

  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => Boolean, {
    description:
      'Cancels an attempt that certainly did not reach the provider. Returns false if it was cancelled before.',
  })
  async cancelSendAttempt(
    @Args(() => AttemptArgs) { messageId, attempts }: AttemptArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    const db = dataSource.manager;
    return (await cancelLeadNotificationAttempt(db, messageId, attempts)) || cancelSendAttempt(db, messageId, attempts);
  }

  @Authorized<Role>('worker')
  @Urgent()
  @Mutation(() => EnrollmentState, {
    description:
      'Reports that the provider rejects the account or the sender, or cannot be reached. All messages that this concerns wait.',
  })
  reportProviderOutage(
    @Arg('messageId', () => ID, { description: 'The ID of the message.' }) messageId: string,
    @Arg('reason', () => String, { description: 'The provider’s error code, or `unreachable`.' }) reason: string,
    @Ctx() { dataSource }: Context,
  ): Promise<EnrollmentState> {
    return dataSource.transaction(
      async (db) =>
        (await reportLeadNotificationOutage(db, messageId, reason.slice(0, 100))) ??
        reportProviderOutage(db, messageId, reason.slice(0, 100)),
    );
  }

  @Authorized<Role>('worker')
  @Mutation(() => ClaimedMessage, {
    nullable: true,
    description: 'Claims a test message for sending. Returns null if it has a final outcome.',
  })
  claimTestMessage(@IdArg('test message') id: string, @Ctx() { dataSource }: Context): Promise<ClaimedMessage | null> {
    return dataSource.transaction((db) => claimTestMessage(db, id));
  }

  @Authorized<Role>('worker')
  @Mutation(() => Boolean, {
    description:
      'Records the outcome of a test message. Returns false if the provider’s ID belongs to another message.',
  })
  recordTestMessage(
    @Arg('outcome', () => SendResultInput, { description: 'The test message and its outcome.' })
    outcome: SendResultInput,
    @Ctx() { dataSource }: Context,
  ): Promise<boolean> {
    return dataSource.transaction((db) => recordTestMessage(db, outcome));
  }

  @Authorized<Role>('worker')
  @Mutation(() => LoggedMessage, {
    description: 'Stores a message that the `log` provider received. Idempotent by ID.',
  })
  async storeLoggedMessage(
    @IdArg('message') id: string,
    @Arg('to', () => String, { description: 'The recipient’s phone number in E.164 format.' }) to: string,
    @Arg('body', () => String, { description: 'The body of the message.' }) body: string,
    @Ctx() { dataSource }: Context,
  ): Promise<LoggedMessage> {
    // A message whose lead was deleted meanwhile is not stored.
    await dataSource.query(
      `WITH lead_message AS (SELECT id FROM sms_messages WHERE id = $1 FOR KEY SHARE), notification AS (SELECT lead_id AS id FROM lead_notifications WHERE lead_id = $1 FOR KEY SHARE),
         test AS (SELECT id FROM test_messages WHERE id = $1 FOR KEY SHARE)
       INSERT INTO sms_log (id, to_e164, body) SELECT id, $2, $3 FROM (SELECT id FROM lead_message UNION SELECT id FROM notification UNION SELECT id FROM test) existing ON CONFLICT DO NOTHING`,
      [id, to, body],
    );
    return (
      (await dataSource.manager.findOneBy(LoggedMessage, { id })) ??
      Object.assign(new LoggedMessage(), { id, createdAt: new Date() })
    );
  }

  @Authorized<Role>('worker')
  @Query(() => LoggedMessage, {
    nullable: true,
    description: 'Returns a message that the `log` provider received, or null.',
  })
  async loggedMessage(@IdArg('message') id: string, @Ctx() { dataSource }: Context): Promise<LoggedMessage | null> {
    return isUUID(id) ? dataSource.manager.findOneBy(LoggedMessage, { id }) : null;
  }
}
