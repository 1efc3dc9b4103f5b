import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { IsOptional, isUUID, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Conditions } from '../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { PlaybookCopy } from './playbook-copy.entity';
import { Playbook, PlaybookVersion } from './playbook.entity';

export const PlaybookConnection = connectionType(Playbook, 'Playbook', 'playbooks');
export const PlaybookVersionConnection = connectionType(PlaybookVersion, 'PlaybookVersion', 'versions');
export const PlaybookCopyConnection = connectionType(PlaybookCopy, 'PlaybookCopy', 'copies');

@InputType({ description: 'Filters playbooks. Fields that are omitted or null match all.' })
class PlaybookFilter {
  @Field(() => String, { nullable: true, description: 'A part of the name.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;
}

const order = orderType('Playbook', 'playbooks', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the playbook was created.' },
  name: { by: 'item.name', type: 'text', description: 'The name.' },
});

@ArgsType()
export class PlaybookArgs extends connectionArgs(PlaybookFilter, order) {}

/** All playbooks. */
export function playbookList({ filter, orderBy }: PlaybookArgs): List<Playbook> {
  const conditions = new Conditions();
  conditions.contains('item.name', filter?.search);
  return { entity: Playbook, conditions, sort: order.toSort(orderBy) };
}

const versionOrder = orderType('PlaybookVersion', 'versions', {
  number: { by: 'item.number', type: 'number', description: 'The number of the version.' },
});

@ArgsType()
export class PlaybookVersionArgs extends connectionArgs(null, versionOrder) {}

/** The versions of a playbook, newest first by default. */
export const playbookVersionList = ({ orderBy }: PlaybookVersionArgs): List<PlaybookVersion> => ({
  entity: PlaybookVersion,
  parent: 'item.playbook_id',
  sort: versionOrder.toSort(orderBy),
});

@InputType({ description: 'Filters the copies of a playbook. Fields that are omitted or null match all.' })
class PlaybookCopyFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a newer version was published than the one that was applied last.',
  })
  behind?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'The client that has the copy.' })
  clientId?: string | null;
}

const NO_CLIENT = '00000000-0000-0000-0000-000000000000';

const copyOrder = orderType('PlaybookCopy', 'copies', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the copy was created.' },
});

@ArgsType()
export class PlaybookCopyArgs extends connectionArgs(PlaybookCopyFilter, copyOrder) {}

/** The copies of a playbook, newest first by default. */
export function playbookCopyList({ filter, orderBy }: PlaybookCopyArgs): List<PlaybookCopy> {
  const conditions = new Conditions();
  conditions.equal(
    '(item.version_number < (SELECT newest_version FROM playbooks WHERE playbooks.id = parent.id))',
    filter?.behind,
  );
  const clientId = filter?.clientId;
  // No client has another value than a UUID.
  if (clientId != null) conditions.equal('item.client_id', isUUID(clientId) ? clientId : NO_CLIENT);
  return { entity: PlaybookCopy, parent: 'item.playbook_id', conditions, sort: copyOrder.toSort(orderBy) };
}
