import { IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, getMetadataStorage, Int } from 'type-graphql';
import {
  Column,
  type EntityManager,
  type EntityTarget,
  type FindOneOptions,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import { fail } from './errors';

/** Declares the `version` of an entity. A trigger raises it with each change of the row. */
export const Version = (): PropertyDecorator => (target, property) => {
  Field(() => Int, {
    description: 'The version, which each change raises. Pass it as `expectedVersion` to change only this version.',
  })(target, property as string);
  Column({ type: 'integer', default: 1, update: false })(target, property as string);
};

@ArgsType()
export class VersionArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      'The `version` that the change is based on. If the object has another one, the change fails with CONFLICT, and `extensions.current` contains the object. If omitted, the change is made in any case.',
  })
  @IsOptional()
  @Min(0, { message: 'expectedVersion must be at least 0.' })
  @Max(2 ** 31 - 1, { message: 'expectedVersion is not a version.' })
  expectedVersion?: number | null;
}

/**
 * Checks that a row has the version that a change is based on, and locks it until the transaction ends.
 *
 * @param lists the related rows that the current object contains, such as the steps of a sequence
 * @throws CONFLICT with the current object
 */
export async function assertVersion<Row extends ObjectLiteral & { version: number }>(
  db: EntityManager,
  entity: EntityTarget<Row> & (new () => Row),
  where: FindOptionsWhere<Row>,
  expectedVersion: number | null | undefined,
  lists: Pick<FindOneOptions<Row>, 'relations' | 'order'> = {},
): Promise<void> {
  if (expectedVersion == null) return;
  const row = await db.findOne(entity, { where, lock: { mode: 'for_no_key_update' } });
  // The change itself reports a row that was deleted meanwhile. Version 0 is that of a row that does not exist yet.
  if (!row || row.version === expectedVersion) return;
  // Read again, because Postgres cannot lock the rows of an outer join.
  const current = lists.relations ? await db.findOneOrFail(entity, { where, ...lists }) : row;
  throw fail('CONFLICT', 'Somebody changed this meanwhile. Load it again, and repeat your change.', {
    current: { ...publicFields(entity, current), ...publicLists(current, Object.keys(lists.relations ?? {})) },
  });
}

/** Returns the related rows of a row with their public fields, by the relation's name. */
function publicLists(row: ObjectLiteral, names: string[]): Record<string, unknown> {
  const itemsOf = (name: string) =>
    (row[name] as ObjectLiteral[]).map((item) => publicFields(item.constructor as new () => ObjectLiteral, item));
  return Object.fromEntries(names.map((name) => [name, itemsOf(name)]));
}

/** Returns the columns of a row that are fields of its GraphQL type. */
function publicFields<Row extends ObjectLiteral>(entity: new () => Row, row: Row): Record<string, unknown> {
  const fields = getMetadataStorage().fields.filter(
    ({ target, name }) =>
      ((target as unknown) === entity || entity.prototype instanceof (target as new () => object)) && name in row,
  );
  return Object.fromEntries(fields.map(({ name, schemaName }) => [schemaName, row[name] as unknown]));
}
