import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../api/context';
import { Consent } from './consent.entity';
import { Lead } from '../lead.entity';

@Resolver(() => Lead)
export class ConsentResolver {
  @FieldResolver(() => Consent, {
    nullable: true,
    description: 'The consent to receive messages, or null if the form asked for no phone number.',
  })
  consent(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Consent | null> {
    return loaders.consent.load(id);
  }
}
