import { Field, ObjectType } from 'type-graphql';
import type { Loaders } from '../api/loaders';
import { registerEnum } from '../api/register-enum';
import { Client } from '../clients/client.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { Lead } from '../leads/lead.entity';
import { SmsMessage } from '../messages/sms-message.entity';

export enum ChangeKind {
  lead_created = 'lead_created',
  lead_updated = 'lead_updated',
  message_updated = 'message_updated',
  enrollment_updated = 'enrollment_updated',
  stats_updated = 'stats_updated',
  cursor_updated = 'cursor_updated',
}
registerEnum(ChangeKind, 'ChangeKind', 'What an event reports.', {
  lead_created: 'A lead was created, or a held lead was released.',
  lead_updated: 'A lead was updated.',
  message_updated: 'A message was created or updated.',
  enrollment_updated: 'An enrollment was created or updated.',
  stats_updated: 'The client’s figures may have changed. Sent at most once a second.',
  cursor_updated: 'Nothing changed. The first event of each stream, and repeated when nothing changes for minutes.',
});

const NO_OBJECT = 'Null in events that only update the cursor.';

/** An event of a subscription. */
@ObjectType()
export class ChangeEvent {
  @Field(() => String, { description: 'Pass it as `after` to resume the subscription after this event.' })
  cursor!: string;

  /** Loads the fields of its object. Subscribers share it. */
  loaders?: Loaders;
}

@ObjectType({ description: 'A lead that was created or updated.' })
export class LeadChange extends ChangeEvent {
  @Field(() => Lead, { nullable: true, description: `The lead as it is now. ${NO_OBJECT}` })
  lead?: Lead;
}

@ObjectType({ description: 'A message that was created or updated.' })
export class MessageChange extends ChangeEvent {
  @Field(() => SmsMessage, { nullable: true, description: `The message as it is now. ${NO_OBJECT}` })
  message?: SmsMessage;
}

@ObjectType({ description: 'An enrollment that was created or updated.' })
export class EnrollmentChange extends ChangeEvent {
  @Field(() => Enrollment, { nullable: true, description: `The enrollment as it is now. ${NO_OBJECT}` })
  enrollment?: Enrollment;
}

@ObjectType({ description: 'A client whose figures may have changed.' })
export class ClientStatsChange extends ChangeEvent {
  @Field(() => Client, { nullable: true, description: `The client. ${NO_OBJECT}` })
  client?: Client;
}

@ObjectType({ description: 'A sign that something of some client may have changed.' })
export class FleetChange extends ChangeEvent {}

@ObjectType({ description: 'A change of anything that belongs to a client. It contains the object that `kind` names.' })
export class ClientChange extends ChangeEvent {
  @Field(() => ChangeKind, { description: 'What changed.' })
  kind!: ChangeKind;

  @Field(() => Lead, { nullable: true, description: 'The lead that was created or updated.' })
  lead?: Lead;

  @Field(() => SmsMessage, { nullable: true, description: 'The message that was created or updated.' })
  message?: SmsMessage;

  @Field(() => Enrollment, { nullable: true, description: 'The enrollment that was created or updated.' })
  enrollment?: Enrollment;

  @Field(() => Client, { nullable: true, description: 'The client, in events of the kind `stats_updated`.' })
  client?: Client;
}
