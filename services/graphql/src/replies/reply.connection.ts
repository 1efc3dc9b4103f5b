import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { OrderDirection, orderType } from '../api/connections/ordering';
import { Reply } from './reply.entity';

export const ReplyConnection = connectionType(Reply, 'Reply', 'replies');

const order = orderType('Reply', 'replies', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the reply was received.' },
});

@ArgsType()
export class ReplyArgs extends connectionArgs(null, order) {}

/** The replies of a lead, oldest first by default. */
export const replyList = ({ orderBy }: ReplyArgs): List<Reply> => ({
  entity: Reply,
  parent: 'item.lead_id',
  sort: order.toSort(orderBy, OrderDirection.asc),
});
