import { isUUID } from 'class-validator';
import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Role } from '../access/access';
import { Id } from '../api/arguments';
import type { Context } from '../api/context';
import { claimDelivery } from './claim-delivery';
import { DeliveryClaim, DeliveryOutcomeInput, DeliveryState } from './delivery-work.types';
import { recordDelivery } from './record-delivery';

/** What the workers call; nobody else may. */
@Resolver()
export class DeliveryWorkResolver {
  @Authorized<Role>('service')
  @Mutation(() => DeliveryClaim, {
    description: 'Internal: asks to post an event. The answer is the last word on whether it goes.',
  })
  async claimDelivery(
    @Id('The delivery’s') id: string,
    @Ctx() { dataSource, settings }: Context,
  ): Promise<DeliveryClaim> {
    return isUUID(id) ? dataSource.transaction((db) => claimDelivery(db, settings, id)) : {};
  }

  @Authorized<Role>('service')
  @Mutation(() => DeliveryState, { description: 'Internal: says what became of an attempt.' })
  async recordDelivery(
    @Arg('outcome', () => DeliveryOutcomeInput, { description: 'Which attempt, and what became of it.' })
    outcome: DeliveryOutcomeInput,
    @Ctx() { dataSource }: Context,
  ): Promise<DeliveryState> {
    return isUUID(outcome.deliveryId) ? dataSource.transaction((db) => recordDelivery(db, outcome)) : {};
  }
}
