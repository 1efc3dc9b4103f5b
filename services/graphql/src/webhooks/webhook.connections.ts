import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';

export const WebhookConnection = connectionType(Webhook, 'Webhook', 'webhooks');
export const WebhookDeliveryConnection = connectionType(WebhookDelivery, 'WebhookDelivery', 'deliveries');

@InputType({ description: 'Filters webhooks. Fields that are omitted or null match all.' })
class WebhookFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether the webhook is enabled.' })
  enabled?: boolean | null;
}

const webhookOrder = orderType('Webhook', 'webhooks', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the webhook was created.' },
});

@ArgsType()
export class WebhookArgs extends connectionArgs(WebhookFilter, webhookOrder) {}

/** The webhooks of a client. */
export function webhookList({ filter, orderBy }: WebhookArgs): List<Webhook> {
  const conditions = new Conditions();
  conditions.equal('item.enabled', filter?.enabled);
  return {
    entity: Webhook,
    parent: 'item.client_id',
    conditions,
    sort: webhookOrder.toSort(orderBy),
  };
}

@InputType({ description: 'Filters deliveries. Fields that are omitted or null match all.' })
class WebhookDeliveryFilter {
  @Field(() => DeliveryStatus, { nullable: true, description: 'The status.' })
  status?: DeliveryStatus | null;
}

const deliveryOrder = orderType('WebhookDelivery', 'deliveries', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the event happened.' },
});

@ArgsType()
export class WebhookDeliveryArgs extends connectionArgs(WebhookDeliveryFilter, deliveryOrder) {}

/** The deliveries of a webhook. */
export function webhookDeliveryList({ filter, orderBy }: WebhookDeliveryArgs): List<WebhookDelivery> {
  const conditions = new Conditions();
  conditions.equal('item.status', filter?.status);
  return {
    entity: WebhookDelivery,
    parent: 'item.webhook_id',
    conditions,
    sort: deliveryOrder.toSort(orderBy),
    size: `octet_length(item.payload) + coalesce(octet_length(item.response_body), 0)`,
  };
}
