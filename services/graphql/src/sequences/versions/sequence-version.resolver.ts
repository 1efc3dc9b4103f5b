import { MAX_STEPS } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, ValidateNested } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../../access/access';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { findStepsToSave } from '../save-sequence';
import { Sequence } from '../sequence.entity';
import { SequenceStepInput } from '../sequence.inputs';
import { previewVersion } from './preview-version';
import { SequenceVersionArgs, SequenceVersionConnection, sequenceVersionList } from './sequence-version.connection';
import type { SequenceVersion } from './sequence-version.entity';
import { SequenceVersionPreview } from './version-preview.types';

@ArgsType()
class SequenceVersionPreviewArgs {
  @Field(() => ID, { description: 'The ID of the sequence.' })
  sequenceId!: string;

  @Field(() => [SequenceStepInput], { description: 'All steps of the new version, in order.' })
  @ArrayMinSize(1, { message: 'Add at least one step.' })
  @ArrayMaxSize(MAX_STEPS, { message: `A sequence must have at most ${MAX_STEPS} steps.` })
  @ValidateNested({ each: true })
  steps!: SequenceStepInput[];
}

@Resolver(() => Sequence)
export class SequenceVersionResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => SequenceVersionPreview, {
    description:
      'Shows what publishing a version of a sequence would mean for the leads that are enrolled. Saves nothing.',
  })
  async sequenceVersionPreview(
    @Args(() => SequenceVersionPreviewArgs) { sequenceId, steps }: SequenceVersionPreviewArgs,
    @Ctx() ctx: Context,
  ): Promise<SequenceVersionPreview> {
    const db = ctx.dataSource.manager;
    const { id } = await loadOwned(ctx, sequenceId, (key) => db.findOneBy(Sequence, { id: key }), 'Sequence');
    return previewVersion(db, id, await findStepsToSave(db, id, steps));
  }

  @FieldResolver(() => SequenceVersionConnection, {
    description: 'The versions that were published, newest first by default.',
  })
  versions(
    @Root() { id }: Sequence,
    @Args(() => SequenceVersionArgs) args: SequenceVersionArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<SequenceVersion>> {
    return loaders.connection(sequenceVersionList(args), id, args);
  }
}
