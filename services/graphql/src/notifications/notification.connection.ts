import { ArgsType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { Notification } from './notification.entity';
import type { NotificationSettings } from './notification-settings.entity';

export const NotificationConnection = connectionType(Notification, 'Notification', 'notifications');

const order = orderType('Notification', 'notifications', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When it happened.' },
});

@ArgsType()
export class NotificationArgs extends connectionArgs(null, order) {}

/** Who reads notifications, and what is not shown. */
export type NotificationReader = Pick<NotificationSettings, 'memberId' | 'muted'>;

/** Adds the conditions that select the notifications of a client that an account is shown. */
export function addShown(conditions: Conditions, { memberId, muted }: NotificationReader): void {
  conditions.add(
    memberId === null
      ? // The account of the business sees all replies, also to those who own the leads.
        `(item.member_id IS NULL OR item.kind = 'reply')`
      : `(item.member_id IS NULL OR item.member_id = ${conditions.value(memberId)})`,
  );
  if (muted.length > 0) conditions.add(`item.kind <> ALL (${conditions.value(muted)}::text[])`);
}

/** The notifications of a client that an account is shown, newest first by default. */
export function notificationList(reader: NotificationReader, { orderBy }: NotificationArgs): List<Notification> {
  const conditions = new Conditions();
  addShown(conditions, reader);
  return { entity: Notification, parent: 'item.client_id', conditions, sort: order.toSort(orderBy) };
}
