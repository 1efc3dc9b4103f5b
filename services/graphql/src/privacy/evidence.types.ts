import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';

export enum EvidenceKind {
  consent = 'consent',
  message = 'message',
  opt_out = 'opt_out',
  opt_in = 'opt_in',
}
registerEnum(EvidenceKind, 'EvidenceKind', 'What an entry proves.', {
  consent: 'The number agreed to messages.',
  message: 'A message was sent to the number.',
  opt_out: 'The number opted out.',
  opt_in: 'The number opted in again.',
});

@ObjectType({ simpleResolvers: true, description: 'A consent, an opt-out or a sent message of a number.' })
export class EvidenceEntry {
  @Field(() => EvidenceKind, { description: 'What the entry proves.' })
  kind!: EvidenceKind;
  @Field(() => Date, { description: 'When it happened.' })
  occurredAt!: Date;
  @Field(() => String, {
    nullable: true,
    description: 'The client. Null for opt-outs from the sender that clients share.',
  })
  clientName!: string | null;
  @Field(() => GraphQLJSONObject, {
    description:
      'The disclosure, page, address and browser of a consent; the text, delivery and `sender` of a message (null for the sender that clients share); the `sender` of an opt-out (`shared` for that one). After the lead was deleted, address and browser are keyed hashes and the text is the template.',
  })
  details!: object;
  @Field(() => Boolean, { description: 'Whether the lead was deleted, so that only this entry is left.' })
  isErased!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'Keeps the evidence of a number beyond its retention period.' })
export class EvidenceHold {
  @Field(() => String, { description: 'Why, for example the case number.' })
  reason!: string;
  @Field(() => String, { description: 'The username of the administrator who set it.' })
  setBy!: string;
  @Field(() => Date, { description: 'When it was set.' })
  createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'What proves that a number agreed, and everything sent to it.' })
export class NumberEvidence {
  @Field(() => String, { description: 'The number in E.164 format.' })
  phone!: string;
  @Field(() => Date, { nullable: true, description: 'Since when the number is opted out, or null.' })
  optedOutAt!: Date | null;
  @Field(() => EvidenceHold, { nullable: true, description: 'The legal hold, or null.' })
  legalHold!: EvidenceHold | null;
  @Field(() => [EvidenceEntry], { description: 'The newest 5,000 entries of all clients, oldest first.' })
  entries!: EvidenceEntry[];
  @Field(() => Int, { description: 'For how many years evidence is kept after the lead or client was deleted.' })
  keptYears!: number;
}
