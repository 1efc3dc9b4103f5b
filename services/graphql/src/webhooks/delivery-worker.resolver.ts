import { isUUID } from 'class-validator';
import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Role } from '../access/access';
import { IdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { claimDelivery } from './claim-delivery';
import { DeliveryClaim, DeliveryResultInput, DeliveryState } from './delivery-worker.types';
import { recordDelivery } from './record-delivery';

/** Operations that only the workflow worker may call. */
@Resolver()
export class DeliveryWorkerResolver {
  @Authorized<Role>('worker')
  @Mutation(() => DeliveryClaim, {
    description: 'Claims a delivery for posting. The worker posts the event only if the result has a request.',
  })
  async claimDelivery(@IdArg('delivery') id: string, @Ctx() { dataSource, settings }: Context): Promise<DeliveryClaim> {
    return isUUID(id) ? dataSource.transaction((db) => claimDelivery(db, settings, id)) : {};
  }

  @Authorized<Role>('worker')
  @Mutation(() => DeliveryState, { description: 'Records the outcome of a delivery attempt.' })
  async recordDelivery(
    @Arg('outcome', () => DeliveryResultInput, { description: 'The attempt and its outcome.' })
    outcome: DeliveryResultInput,
    @Ctx() { dataSource }: Context,
  ): Promise<DeliveryState> {
    return isUUID(outcome.deliveryId) ? dataSource.transaction((db) => recordDelivery(db, outcome)) : {};
  }
}
