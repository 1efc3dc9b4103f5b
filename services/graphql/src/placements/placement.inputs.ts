import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { IsOptional, Length, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { VersionArgs } from '../api/versions';

const NAME = 'The name, such as “Van 2”. Visitors do not see it.';

@InputType({ description: 'A new placement of a QR code.' })
export class CreatePlacementInput {
  @Field(() => String, { description: NAME })
  @Matches(/\S/, { message: validationMessages.placementNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.placementNameLength })
  name!: string;
}

@InputType({ description: 'Changes to a placement. Fields that are omitted or null stay as they are.' })
export class UpdatePlacementInput {
  @Field(() => String, { nullable: true, description: NAME })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.placementNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.placementNameLength })
  name?: string | null;

  @Field(() => ID, { nullable: true, description: 'The campaign of the same client that the code opens from now on.' })
  @IsOptional()
  campaignId?: string | null;
}

@ArgsType()
export class UpdatePlacementArgs extends VersionArgs {
  @Field(() => ID, { description: 'The ID of the placement.' })
  id!: string;
}
