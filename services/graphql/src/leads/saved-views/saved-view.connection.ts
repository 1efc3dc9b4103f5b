import { ArgsType } from 'type-graphql';
import { Conditions } from '../../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { OrderDirection, orderType } from '../../api/connections/ordering';
import { SavedView } from './saved-view.entity';

export const SavedViewConnection = connectionType(SavedView, 'SavedView', 'views');

const order = orderType('SavedView', 'views', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the view was saved first.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class SavedViewArgs extends connectionArgs(null, order) {}

/** Who saved a view: an administrator, a member, or the client if both are null. */
export type ViewOwner = Pick<SavedView, 'adminId' | 'memberId'>;

/** The views of an account, oldest first by default. */
export function savedViewList({ adminId, memberId }: ViewOwner, { orderBy }: SavedViewArgs): List<SavedView> {
  const conditions = new Conditions();
  if (adminId !== null) conditions.equal('item.admin_id', adminId);
  else if (memberId !== null) conditions.equal('item.member_id', memberId);
  else conditions.add('item.admin_id IS NULL AND item.member_id IS NULL');
  return {
    entity: SavedView,
    parent: 'item.client_id',
    conditions,
    sort: order.toSort(orderBy, OrderDirection.asc),
  };
}
