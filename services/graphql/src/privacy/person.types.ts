import type { Attribution as StoredAttribution } from '@dripline/runtime/landing/attribution';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AuditActor } from '../audit/audit-entry.entity';
import { Consent } from '../leads/consent/consent.entity';
import { Attribution } from '../leads/attribution/attribution.types';
import { LeadStatus } from '../leads/lead.entity';
import { SpamReason } from '../leads/spam/spam-lead.entity';
import { EnrollmentStatus } from '../enrollments/enrollment.entity';
import { SmsStatus } from '../messages/outbound-message.entity';
import { ReplyIntent } from '../replies/reply.entity';

/** The version of the export format of `Person`. Increment it on breaking changes. */
export const PERSON_FORMAT = 'person.1';

@ObjectType({ simpleResolvers: true, description: 'The enrollment of a lead in a sequence.' })
export class PersonEnrollment {
  @Field(() => String, { description: 'The name of the sequence.' })
  sequence!: string;
  @Field(() => EnrollmentStatus, { description: 'The status of the enrollment.' })
  status!: EnrollmentStatus;
  @Field(() => String, { nullable: true, description: 'Why the enrollment is held or was cancelled.' })
  reason!: string | null;
  @Field(() => Date, { description: 'When the lead was enrolled.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A message that was sent to the person.' })
export class PersonMessage {
  @Field(() => String, { description: 'The recipient’s phone number in E.164 format.' })
  to!: string;
  @Field(() => String, { description: 'The body of the message.' })
  body!: string;
  @Field(() => SmsStatus, { description: 'The send status.' })
  status!: SmsStatus;
  @Field(() => String, { nullable: true, description: 'The delivery status in the provider’s latest receipt.' })
  deliveryStatus!: string | null;
  @Field(() => Date, { description: 'When the message was created.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When the provider accepted the message.' })
  sentAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'A reply of the person.' })
export class PersonReply {
  @Field(() => ID, { description: 'The ID of the reply.' })
  id!: string;
  @Field(() => String, { description: 'The body of the reply.' })
  body!: string;
  @Field(() => ReplyIntent, { description: 'What the reply asks for.' })
  intent!: ReplyIntent;
  @Field(() => Date, { description: 'When the reply was received.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A note on a lead.' })
export class PersonNote {
  @Field(() => String, { description: 'The text of the note.' })
  body!: string;
  @Field(() => String, { description: 'The name of who wrote the note.' })
  authorName!: string;
  @Field(() => Date, { description: 'When the note was written.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An event about the person that was posted to a webhook.' })
export class PersonWebhookEvent {
  @Field(() => String, { description: 'The event type.' })
  type!: string;
  @Field(() => String, { description: 'The host of the webhook URL.' })
  host!: string;
  @Field(() => Date, { description: 'When the event occurred.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When the event was last posted. Null if it has not been posted.' })
  attemptedAt!: Date | null;
  @Field(() => GraphQLJSONObject, { description: 'The payload that was posted.' })
  posted!: object;
}

@ObjectType({ simpleResolvers: true, description: 'A change to the person’s data.' })
export class PersonChange {
  @Field(() => String, { description: 'The name of the GraphQL operation.' })
  operation!: string;
  @Field(() => AuditActor, { description: 'The kind of account that made the change.' })
  actor!: AuditActor;
  @Field(() => Date, { description: 'When the change was made.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'What an account did with a lead, as its timeline shows it.' })
export class PersonHistoryEntry {
  @Field(() => String, { description: '`status`, `owner`, `tags`, `answers`, `import` or `opt_out`.' })
  kind!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The status or the name of the owner before, or the tags that the lead lost.',
  })
  previous!: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The status or the name of the owner since, the tags that the lead got, the questions whose answers changed, or the name of the imported file.',
  })
  current!: string | null;
  @Field(() => String, { description: 'The name of the account.' })
  actorName!: string;
  @Field(() => Date, { description: 'When the account did it.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A lead of the person, with its messages, replies and events.' })
export class PersonLead {
  @Field(() => ID, { description: 'The ID of the lead.' })
  id!: string;
  @Field(() => String, { description: 'The name of the campaign that the form belongs to.' })
  campaignName!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The traffic source: the `source` query parameter of the landing page URL, or else `utm_source`.',
  })
  source!: string | null;
  @Field(() => Attribution, { nullable: true, description: 'Where the person came from, if it is known.' })
  attribution!: StoredAttribution | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether ad networks may receive conversions of it: what the visitor chose, and false with Global Privacy Control. Null if the page did not ask.',
  })
  adConsent!: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: 'The text beside the checkbox of `adConsent`, as the person saw it. Null if the page did not ask.',
  })
  adConsentText!: string | null;
  @Field(() => LeadStatus, { description: 'The status of the lead.' })
  status!: LeadStatus;
  @Field(() => Boolean, {
    description:
      'Whether the lead is over the monthly limit. Held leads are hidden from the client until the limit allows them.',
  })
  held!: boolean;
  @Field(() => [String], { description: 'The tags that the business gave the lead.' })
  tags!: string[];
  @Field(() => GraphQLJSONObject, { description: 'The form values as typed, by field ID.' })
  formData!: Record<string, string>;
  @Field(() => String, { nullable: true, description: 'The person’s full name.' })
  fullName!: string | null;
  @Field(() => String, { nullable: true, description: 'The person’s email address.' })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'The phone number as typed.' })
  phone!: string | null;
  @Field(() => Date, { description: 'When the form was submitted.' })
  createdAt!: Date;
  @Field(() => Date, { description: 'When the lead was last updated.' })
  updatedAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When the lead’s status first became `contacted`.' })
  contactedAt!: Date | null;
  @Field(() => [Consent], { description: 'The consents that the person gave.' })
  consents!: Consent[];
  @Field(() => [PersonEnrollment], { description: 'The lead’s enrollments in sequences.' })
  enrollments!: PersonEnrollment[];
  @Field(() => [PersonMessage], { description: 'The messages that were sent to the person.' })
  messages!: PersonMessage[];
  @Field(() => [PersonReply], { description: 'The person’s replies.' })
  replies!: PersonReply[];
  @Field(() => [PersonNote], { description: 'The notes on the lead.' })
  notes!: PersonNote[];
  @Field(() => [PersonHistoryEntry], { description: 'What accounts did with the lead.' })
  history!: PersonHistoryEntry[];
  @Field(() => String, {
    nullable: true,
    description: 'The text of the lead notification that was sent to the business.',
  })
  leadNotification!: string | null;
  @Field(() => [PersonWebhookEvent], {
    description: 'The events about the lead that were posted to webhooks in the last 30 days.',
  })
  webhookEvents!: PersonWebhookEvent[];
  @Field(() => [PersonChange], { description: 'The changes that were made to the lead.' })
  changes!: PersonChange[];
}

@ObjectType({ simpleResolvers: true, description: 'A submission of the person that was classified as spam.' })
export class PersonSpamSubmission {
  @Field(() => ID, { description: 'The ID of the submission.' })
  id!: string;
  @Field(() => String, { description: 'The name of the campaign that the form belongs to.' })
  campaignName!: string;
  @Field(() => String, {
    nullable: true,
    description: 'The traffic source: the `source` query parameter of the landing page URL, or else `utm_source`.',
  })
  source!: string | null;
  @Field(() => Attribution, { nullable: true, description: 'Where the person came from, if it is known.' })
  attribution!: StoredAttribution | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether ad networks may receive conversions of it: what the visitor chose, and false with Global Privacy Control. Null if the page did not ask.',
  })
  adConsent!: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: 'The text beside the checkbox of `adConsent`, as the person saw it. Null if the page did not ask.',
  })
  adConsentText!: string | null;
  @Field(() => SpamReason, { description: 'Why the submission was classified as spam.' })
  reason!: SpamReason;
  @Field(() => GraphQLJSONObject, { description: 'The form values as typed, by field ID.' })
  formData!: Record<string, string>;
  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The consent that the person gave.' })
  consent!: object | null;
  @Field(() => Date, { description: 'When the form was submitted.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A row of an imported file that did not become a lead.' })
export class PersonImportRow {
  @Field(() => String, { description: 'The name of the file.' })
  fileName!: string;
  @Field(() => [String], { description: 'The names of the columns.' })
  columns!: string[];
  @Field(() => [String], { description: 'The cells, in the order of the columns.' })
  cells!: string[];
  @Field(() => String, { nullable: true, description: 'Why the row was not imported. Null if it was not tried yet.' })
  problem!: string | null;
  @Field(() => Date, { description: 'When the file was sent.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A phone number that opted out of messages.' })
export class PersonOptOut {
  @Field(() => String, { description: 'The phone number in E.164 format.' })
  phone!: string;
  @Field(() => Date, { description: 'When the person opted out, or the provider reported an opt-out.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An export of everything that a client stores about one person.' })
export class Person {
  @Field(() => String, { description: `The version of the export format: \`${PERSON_FORMAT}\`.` })
  format!: string;
  @Field(() => Date, { description: 'When the export was created.' })
  exportedAt!: Date;
  @Field(() => [PersonLead], { description: 'The person’s leads, oldest first, including held ones.' })
  leads!: PersonLead[];
  @Field(() => [PersonSpamSubmission], { description: 'The person’s spam submissions, oldest first.' })
  spamSubmissions!: PersonSpamSubmission[];
  @Field(() => [PersonImportRow], {
    description: 'The rows of imported files with the person that did not become leads. They are kept for two days.',
  })
  importRows!: PersonImportRow[];
  @Field(() => [PersonOptOut], {
    description: 'The person’s phone numbers that opted out. Opt-outs are kept after an erasure.',
  })
  optOuts!: PersonOptOut[];
}

@ObjectType({ simpleResolvers: true, description: 'The numbers of records that were deleted.' })
export class ErasedPerson {
  @Field(() => Int, { description: 'The number of leads that were deleted, each with its related records.' })
  leads!: number;
  @Field(() => Int, { description: 'The number of messages that were deleted.' })
  messages!: number;
  @Field(() => Int, { description: 'The number of replies that were deleted.' })
  replies!: number;
  @Field(() => Int, { description: 'The number of spam submissions that were deleted.' })
  spamSubmissions!: number;
  @Field(() => Int, {
    description: 'The number of opt-outs that were kept, so that these phone numbers never receive a message again.',
  })
  optOutsKept!: number;
}
