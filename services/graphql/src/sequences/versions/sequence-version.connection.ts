import { ArgsType } from 'type-graphql';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { orderType } from '../../api/connections/ordering';
import { SequenceVersion } from './sequence-version.entity';

export const SequenceVersionConnection = connectionType(SequenceVersion, 'SequenceVersion', 'versions');

const order = orderType('SequenceVersion', 'versions', {
  number: { by: 'item.number', type: 'number', description: 'The number of the version.' },
});

@ArgsType()
export class SequenceVersionArgs extends connectionArgs(null, order) {}

/** The versions of a sequence, newest first by default. */
export const sequenceVersionList = ({ orderBy }: SequenceVersionArgs): List<SequenceVersion> => ({
  entity: SequenceVersion,
  parent: 'item.sequence_id',
  sort: order.toSort(orderBy),
});
