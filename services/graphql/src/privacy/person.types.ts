import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AuditActor } from '../audit/audit-entry.entity';
import { Consent } from '../leads/consent/consent.entity';
import { LeadStatus } from '../leads/lead.entity';
import { SpamReason } from '../leads/spam/spam-lead.entity';
import { EnrollmentStatus } from '../enrollments/enrollment.entity';
import { SmsStatus } from '../messages/outbound-message.entity';
import { Reply } from '../replies/reply.entity';

/** The shape of `Person`; another number where a reader of this one would stumble. */
export const PERSON_FORMAT = 'dripline.person.1';

@ObjectType({ simpleResolvers: true, description: 'One way of a lead through a sequence.' })
export class PersonFollowUp {
  @Field(() => String, { description: 'The name of the sequence.' })
  sequence!: string;
  @Field(() => EnrollmentStatus, { description: 'Where it stands.' })
  status!: EnrollmentStatus;
  @Field(() => String, { nullable: true, description: 'Why it is held or was cancelled.' })
  reason!: string | null;
  @Field(() => Date, { description: 'When it began.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'One text to the person.' })
export class PersonText {
  @Field(() => String, { description: 'The number it went to, in E.164.' })
  to!: string;
  @Field(() => String, { description: 'Its words.' })
  body!: string;
  @Field(() => SmsStatus, { description: 'What became of it.' })
  status!: SmsStatus;
  @Field(() => String, { nullable: true, description: 'The provider’s latest receipt.' })
  deliveryStatus!: string | null;
  @Field(() => Date, { description: 'When its record was made.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When the provider took it.' })
  sentAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'What another system was told of the person, by a webhook.' })
export class PersonEvent {
  @Field(() => String, { description: 'What happened.' })
  type!: string;
  @Field(() => String, { description: 'The host that it was posted to.' })
  host!: string;
  @Field(() => Date, { description: 'When it happened.' })
  createdAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When it was last posted; null where it never was.' })
  attemptedAt!: Date | null;
  @Field(() => GraphQLJSONObject, { description: 'What was posted.' })
  posted!: object;
}

@ObjectType({ simpleResolvers: true, description: 'That somebody changed what is kept of the person.' })
export class PersonChange {
  @Field(() => String, { description: 'The GraphQL operation.' })
  operation!: string;
  @Field(() => AuditActor, { description: 'Who did it.' })
  actor!: AuditActor;
  @Field(() => Date, { description: 'When.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'One submission of the person, with all that followed from it.' })
export class PersonLead {
  @Field(() => ID, { description: 'The lead’s id.' })
  id!: string;
  @Field(() => String, { description: 'The campaign it came through.' })
  campaignName!: string;
  @Field(() => String, { nullable: true, description: 'Where the visitor came from.' })
  source!: string | null;
  @Field(() => LeadStatus, { description: 'How far it has come.' })
  status!: LeadStatus;
  @Field(() => Boolean, {
    description: 'Came over the monthly limit, and is hidden from the client until there is room.',
  })
  held!: boolean;
  @Field(() => GraphQLJSONObject, { description: 'The values by form field id, as they were typed.' })
  formData!: Record<string, string>;
  @Field(() => String, { nullable: true, description: 'The full name.' })
  fullName!: string | null;
  @Field(() => String, { nullable: true, description: 'The email.' })
  email!: string | null;
  @Field(() => String, { nullable: true, description: 'The phone number as it was typed.' })
  phone!: string | null;
  @Field(() => Date, { description: 'When it arrived.' })
  createdAt!: Date;
  @Field(() => Date, { description: 'When it was last changed.' })
  updatedAt!: Date;
  @Field(() => Date, { nullable: true, description: 'When somebody first got in touch.' })
  contactedAt!: Date | null;
  @Field(() => Consent, { nullable: true, description: 'What the person agreed to.' })
  consent!: Consent | null;
  @Field(() => [PersonFollowUp], { description: 'Its ways through sequences.' })
  followUps!: PersonFollowUp[];
  @Field(() => [PersonText], { description: 'The texts to the person.' })
  texts!: PersonText[];
  @Field(() => [Reply], { description: 'The texts that came back.' })
  replies!: Reply[];
  @Field(() => String, { nullable: true, description: 'What the business’s own phone was told of it.' })
  alert!: string | null;
  @Field(() => [PersonEvent], { description: 'What webhooks were told of it in the last 30 days.' })
  webhookEvents!: PersonEvent[];
  @Field(() => [PersonChange], { description: 'Who changed it.' })
  changes!: PersonChange[];
}

@ObjectType({ simpleResolvers: true, description: 'One submission of the person that looks like a robot’s.' })
export class PersonSpam {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
  @Field(() => String, { description: 'The campaign it came through.' })
  campaignName!: string;
  @Field(() => String, { nullable: true, description: 'Where the visitor came from.' })
  source!: string | null;
  @Field(() => SpamReason, { description: 'Why it looks like a robot’s.' })
  reason!: SpamReason;
  @Field(() => GraphQLJSONObject, { description: 'The values by form field id, as they were typed.' })
  formData!: Record<string, string>;
  @Field(() => GraphQLJSONObject, { nullable: true, description: 'What the person agreed to.' })
  consent!: object | null;
  @Field(() => Date, { description: 'When it arrived.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A number that is texted no more.' })
export class PersonOptOut {
  @Field(() => String, { description: 'The number, in E.164.' })
  phone!: string;
  @Field(() => Date, { description: 'When its owner asked for that, or the provider said so.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'Everything that a client keeps of one person, to hand out.' })
export class Person {
  @Field(() => String, { description: `The name of this shape: \`${PERSON_FORMAT}\`.` })
  format!: string;
  @Field(() => Date, { description: 'When it was put together.' })
  exportedAt!: Date;
  @Field(() => [PersonLead], { description: 'The submissions, oldest first; held ones too.' })
  leads!: PersonLead[];
  @Field(() => [PersonSpam], { description: 'Those that look like a robot’s, oldest first.' })
  spam!: PersonSpam[];
  @Field(() => [PersonOptOut], {
    description: 'The person’s numbers that are texted no more. They outlive an erasure.',
  })
  optOuts!: PersonOptOut[];
}

@ObjectType({ simpleResolvers: true, description: 'How much was erased of a person.' })
export class ErasedPerson {
  @Field(() => Int, { description: 'Leads, each with all that followed from it.' })
  leads!: number;
  @Field(() => Int, { description: 'Texts to the person.' })
  texts!: number;
  @Field(() => Int, { description: 'Texts that came back.' })
  replies!: number;
  @Field(() => Int, { description: 'Submissions that looked like a robot’s.' })
  spam!: number;
  @Field(() => Int, { description: 'Opt-outs that stay, so that these numbers are never texted again.' })
  optOutsKept!: number;
}
