import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { OrderDirection, orderType } from '../api/connections/ordering';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';

export const SmsMessageConnection = connectionType(SmsMessage, 'SmsMessage', 'messages');

@InputType({ description: 'Filters messages. Fields that are omitted or null match all.' })
class SmsMessageFilter {
  @Field(() => SmsStatus, { nullable: true, description: 'The send status.' })
  status?: SmsStatus | null;
}

const order = orderType('SmsMessage', 'messages', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the message was stored.' },
});

@ArgsType()
export class SmsMessageArgs extends connectionArgs(SmsMessageFilter, order) {}

/** The messages of a client, newest first by default, or of a lead or an enrollment, oldest first. */
export function smsMessageList(
  parent: 'item.client_id' | 'item.lead_id' | 'item.enrollment_id',
  { filter, orderBy }: SmsMessageArgs,
): List<SmsMessage> {
  const conditions = new Conditions();
  conditions.equal('item.status', filter?.status);
  return {
    entity: SmsMessage,
    parent,
    conditions,
    sort: order.toSort(orderBy, parent === 'item.client_id' ? OrderDirection.desc : OrderDirection.asc),
  };
}
