import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { AbTest } from './ab-test.entity';

export const AbTestConnection = connectionType(AbTest, 'AbTest', 'tests');

const order = orderType('AbTest', 'tests', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the test was started.' },
});

@ArgsType()
export class AbTestArgs extends connectionArgs(null, order) {}

/** The A/B tests of a campaign, newest first by default. */
export const abTestList = ({ orderBy }: AbTestArgs): List<AbTest> => ({
  entity: AbTest,
  parent: 'item.campaign_id',
  sort: order.toSort(orderBy),
});
