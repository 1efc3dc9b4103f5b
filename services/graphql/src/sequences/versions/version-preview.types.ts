import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'When leads would receive their next messages.' })
export class NextMessageTimes {
  @Field(() => Date, { description: 'When the first of them is due, not before now.' })
  first!: Date;

  @Field(() => Date, { description: 'When the last of them is due, not before now.' })
  last!: Date;

  @Field(() => Int, { description: 'How many of them are due now.' })
  dueNow!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Enrolled leads that had the same steps and wait for the same one.',
})
export class EnrolledLeadsGroup {
  @Field(() => Int, {
    description: 'The version that they follow. 0 if they enrolled before versions were kept.',
  })
  version!: number;

  @Field(() => Int, { description: 'The step that is next, from 1.' })
  step!: number;

  @Field(() => Int, { description: 'The number of leads.' })
  leads!: number;

  @Field(() => NextMessageTimes, {
    nullable: true,
    description: 'When they receive their next messages if they finish on their version.',
  })
  finish!: NextMessageTimes | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The step of the new version that is next if they move, from 1. Null if they had all of them.',
  })
  movedStep!: number | null;

  @Field(() => NextMessageTimes, {
    nullable: true,
    description: 'When they receive their next messages if they move. Null if they receive none.',
  })
  move!: NextMessageTimes | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What publishing a version would mean for the leads that are enrolled.',
})
export class SequenceVersionPreview {
  @Field(() => Int, { description: 'The number of leads that are enrolled.' })
  leads!: number;

  @Field(() => [EnrolledLeadsGroup], {
    description: 'The leads by the step that is next and the version that they follow.',
  })
  groups!: EnrolledLeadsGroup[];
}
