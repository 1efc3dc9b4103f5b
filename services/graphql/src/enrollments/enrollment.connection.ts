import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { OrderDirection, orderType } from '../api/connections/ordering';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';

export const EnrollmentConnection = connectionType(Enrollment, 'Enrollment', 'enrollments');

@InputType({ description: 'Filters enrollments. Fields that are omitted or null match all.' })
class EnrollmentFilter {
  @Field(() => EnrollmentStatus, { nullable: true, description: 'The status.' })
  status?: EnrollmentStatus | null;
}

const order = orderType('Enrollment', 'enrollments', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the lead was enrolled.' },
});

@ArgsType()
export class EnrollmentArgs extends connectionArgs(EnrollmentFilter, order) {}

/** The enrollments in a sequence, newest first by default, or of a lead, oldest first. */
export function enrollmentList(
  parent: 'item.lead_id' | 'item.sequence_id',
  { filter, orderBy }: EnrollmentArgs,
): List<Enrollment> {
  const conditions = new Conditions();
  conditions.equal('item.status', filter?.status);
  conditions.add('item.sequence_id IS NOT NULL');
  return {
    entity: Enrollment,
    parent,
    conditions,
    sort: order.toSort(orderBy, parent === 'item.sequence_id' ? OrderDirection.desc : OrderDirection.asc),
  };
}
