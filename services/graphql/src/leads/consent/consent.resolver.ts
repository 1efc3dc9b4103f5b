import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../api/context';
import { Consent } from './consent.entity';
import { Lead } from '../lead.entity';

@Resolver(() => Lead)
export class ConsentResolver {
  @FieldResolver(() => Consent, {
    nullable: true,
    description:
      'What it agreed to; null where the form asked for no phone number, or came before agreements were kept.',
  })
  consent(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Consent | null> {
    return loaders.consent.load(id);
  }
}
