import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { OrderDirection, orderType } from '../../api/connections/ordering';
import { Member } from './member.entity';

export const MemberConnection = connectionType(Member, 'Member', 'members');

const order = orderType('Member', 'members', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the member was added.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class MemberArgs extends connectionArgs(null, order) {}

/** The members of a client, in the order in which they were added by default. */
export const memberList = ({ orderBy }: MemberArgs): List<Member> => ({
  entity: Member,
  parent: 'item.client_id',
  sort: order.toSort(orderBy, OrderDirection.asc),
});
