import { MAX_STEPS, MAX_TEST_VARIANTS } from '@dripline/contract/limits';
import { Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../api/context';
import { Sequence } from '../sequences/sequence.entity';
import { MessageVariantStats } from './load-message-stats';

@Resolver(() => Sequence)
export class MessageVariantsResolver {
  @Extensions({ maxItems: MAX_STEPS * MAX_TEST_VARIANTS })
  @FieldResolver(() => [MessageVariantStats], {
    description: 'The figures of each message of the steps that have variants, in order.',
  })
  variantStats(@Root() { id }: Sequence, @Ctx() { loaders }: Context): Promise<MessageVariantStats[]> {
    return loaders.messageStats.load(id);
  }
}
