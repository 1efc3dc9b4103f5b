import { ArgsType } from 'type-graphql';
import { Conditions } from '../../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { LeadJob } from './lead-job.entity';

export const LeadJobConnection = connectionType(LeadJob, 'LeadJob', 'jobs');

const order = orderType('LeadJob', 'jobs', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the job was started.' },
});

@ArgsType()
export class LeadJobArgs extends connectionArgs(null, order) {}

/** The jobs of a client, newest first by default. */
export const leadJobList = ({ orderBy }: LeadJobArgs): List<LeadJob> => ({
  entity: LeadJob,
  parent: 'item.client_id',
  conditions: new Conditions(),
  sort: order.toSort(orderBy),
});
