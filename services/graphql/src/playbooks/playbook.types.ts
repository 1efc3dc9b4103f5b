import { MAX_SEQUENCES } from '@dripline/contract/limits';
import { GraphQLJSON } from 'graphql-scalars';
import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';
import { PlaybookCopy } from './playbook-copy.entity';

/** The fields of a campaign, and those of each sequence. */
export const MAX_PLAYBOOK_CHANGES = 50 + MAX_SEQUENCES * 2 * 5;

export enum PlaybookChangeAction {
  update = 'update',
  keep = 'keep',
  create = 'create',
}
registerEnum(PlaybookChangeAction, 'PlaybookChangeAction', 'What a push does where a version differs from a copy.', {
  update: 'The copy takes the value of the version.',
  keep: 'The copy stays as the client edited it.',
  create: 'The sequence is created.',
});

@ObjectType({
  simpleResolvers: true,
  description: 'A difference between a version of a playbook and a copy, and what a push does about it.',
})
export class PlaybookChange {
  @Field(() => String, {
    description:
      'What differs: a field of the campaign such as `headline`, a field of a sequence such as `sequences.Welcome.steps`, or a sequence such as `sequences.Welcome`.',
  })
  name!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value of the copy before the push. Null for a sequence that it does not have.',
  })
  before!: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The value of the version. Null for a sequence that it no longer contains.',
  })
  after!: unknown;

  @Field(() => PlaybookChangeAction, { description: 'What the push does.' })
  action!: PlaybookChangeAction;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The figures of a playbook’s copies, or of one, of all time and without held leads.',
})
export class PlaybookFigures {
  @Field(() => Int, { description: 'The number of landing page views.' })
  views!: number;

  @Field(() => Int, { description: 'The number of leads.' })
  leads!: number;

  @Field(() => Int, { description: 'The number of leads that are qualified or converted.' })
  qualified!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The result of `applyPlaybook` for one client.' })
export class ApplyPlaybookResult {
  @Field(() => ID, { description: 'The ID of the client, as in `clientIds`.' })
  clientId!: string;

  @Field(() => PlaybookCopy, { nullable: true, description: 'The new copy. Null if it could not be created.' })
  copy!: PlaybookCopy | null;

  @Field(() => String, { nullable: true, description: 'Why the copy could not be created, or null.' })
  error!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of `pushPlaybook` for one copy.' })
export class PushPlaybookResult {
  @Field(() => ID, { description: 'The ID of the copy, as in `copyIds`.' })
  copyId!: string;

  @Field(() => PlaybookCopy, { nullable: true, description: 'The copy. Null if the version could not be pushed.' })
  copy!: PlaybookCopy | null;

  @Extensions({ maxItems: MAX_PLAYBOOK_CHANGES })
  @Field(() => [PlaybookChange], { description: 'What was changed, and what the client keeps.' })
  changes!: PlaybookChange[];

  @Field(() => String, { nullable: true, description: 'Why the version could not be pushed, or null.' })
  error!: string | null;
}
