import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { MaxLength } from 'class-validator';
import { ArgsType, Args, Authorized, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { BUILDER_ROLES, type Role } from '../../access/access';
import type { Context } from '../../api/context';
import { Consent } from './consent.entity';
import { Lead } from '../lead.entity';
import { loadLead } from '../load-lead';
import { recordConsent } from './record-consent';

@ArgsType()
class RecordConsentArgs {
  @Field(() => ID, { description: 'The ID of the lead.' })
  id!: string;
  @Field(() => String, {
    description: 'Where and when the person agreed, such as `Signed the form at the counter on 3 May`.',
  })
  @MaxLength(MAX_TEXT_LENGTH)
  howObtained!: string;
}

@Resolver(() => Lead)
export class ConsentResolver {
  @FieldResolver(() => Consent, {
    nullable: true,
    description: 'The consent of the lead’s current number to receive messages. Without it, none are sent.',
  })
  consent(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Consent | null> {
    return loaders.consent.load(id);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Lead, {
    description:
      'Records that a lead’s current number agreed to messages, with the account, the time and how consent was obtained.',
  })
  async recordConsent(@Args(() => RecordConsentArgs) args: RecordConsentArgs, @Ctx() ctx: Context): Promise<Lead> {
    const lead = await loadLead(ctx, args.id);
    await recordConsent(ctx, lead, args.howObtained);
    return lead;
  }
}
