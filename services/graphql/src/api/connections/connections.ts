import { DEFAULT_PAGE_SIZE, MAX_OFFSET, MAX_PAGE_SIZE } from '@dripline/contract/limits';
import DataLoader from 'dataloader';
import { IsOptional, isUUID, Max, Min, ValidateNested } from 'class-validator';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { EntityManager, ObjectType as EntityClass } from 'typeorm';
import { Conditions } from './conditions';
import { fieldError } from '../errors';
import type { Order, OrderType, Sort } from './ordering';

// Connections follow https://relay.dev/graphql/connections.htm.

/** The size of a page's nodes after which the page ends, in bytes of `List.size`. Its first node is always included. */
const MAX_PAGE_BYTES = 4 * 1024 ** 2;
/** Pages of at most this many nodes never end early, so that screens can page by offset. */
const UNCUT_PAGE_SIZE = 25;
/** Cursors contain the value that the list is sorted by, such as a name. */
const MAX_CURSOR_LENGTH = 5_000;

/** Selects a page of a connection. */
@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, {
    nullable: true,
    description: `The maximum number of nodes to return from the start, 1 to ${MAX_PAGE_SIZE}. Defaults to ${DEFAULT_PAGE_SIZE}. A page of more than ${UNCUT_PAGE_SIZE} nodes ends early if the nodes are large.`,
  })
  @IsOptional()
  @Min(1, { message: 'first must be at least 1.' })
  @Max(MAX_PAGE_SIZE, { message: `first must be at most ${MAX_PAGE_SIZE}.` })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Returns the nodes after this cursor.' })
  @IsOptional()
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The maximum number of nodes to return from the end, 1 to ${MAX_PAGE_SIZE}. Cannot be used with \`first\`.`,
  })
  @IsOptional()
  @Min(1, { message: 'last must be at least 1.' })
  @Max(MAX_PAGE_SIZE, { message: `last must be at most ${MAX_PAGE_SIZE}.` })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Returns the nodes before this cursor.' })
  @IsOptional()
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The number of nodes to skip, 0 to ${MAX_OFFSET}. Use \`after\` to go further. Defaults to 0.`,
  })
  @IsOptional()
  @Min(0, { message: 'offset must be at least 0.' })
  @Max(MAX_OFFSET, { message: `offset must be at most ${MAX_OFFSET}. Use after to go further.` })
  offset?: number | null;
}

/** The arguments of a connection with an order, and a filter if its nodes can be filtered. */
type OrderedArgs<Filter> = ConnectionArgs & { filter?: Filter | null; orderBy?: Order | null };

/** Creates the base class of a connection's arguments. */
export function connectionArgs<Filter extends object>(
  filterType: ClassType<Filter> | null,
  { type: orderInput }: OrderType,
): ClassType<OrderedArgs<Filter>> {
  @ArgsType()
  class OrderedConnectionArgs extends ConnectionArgs {
    @Field(() => orderInput, { nullable: true, description: 'The order of the nodes.' })
    orderBy?: Order | null;
  }
  if (!filterType) return OrderedConnectionArgs;
  @ArgsType()
  class FilteredConnectionArgs extends OrderedConnectionArgs {
    @Field(() => filterType!, { nullable: true, description: 'Returns only the nodes that match.' })
    @IsOptional()
    @ValidateNested()
    filter?: Filter | null;
  }
  return FilteredConnectionArgs;
}

@ObjectType({ simpleResolvers: true, description: 'The position of a page in its connection.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether nodes follow this page.' })
  hasNextPage!: boolean;
  @Field(() => Boolean, { description: 'Whether nodes precede this page.' })
  hasPreviousPage!: boolean;
  @Field(() => String, { nullable: true, description: 'The cursor of the first node, or null on an empty page.' })
  startCursor!: string | null;
  @Field(() => String, { nullable: true, description: 'The cursor of the last node, or null on an empty page.' })
  endCursor!: string | null;
}

/** A page of a list. */
export interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: PageInfo;
  /** Counts the nodes on all pages. GraphQL calls it only if the caller selects the field. */
  totalCount: () => Promise<number>;
}

/**
 * Creates the GraphQL types `{name}Edge` and `{name}Connection`. `nodes` is what the nodes are called, such as `leads`.
 */
export function connectionType<Node extends object>(
  node: ClassType<Node>,
  name: string,
  nodes: string,
): ClassType<Connection<Node>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One of the ${nodes} of a connection.` })
  class Edge {
    @Field(() => String, { description: 'The position of the node, for `after` and `before`.' })
    cursor!: string;
    @Field(() => node, { description: 'The node.' })
    node!: Node;
  }
  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${nodes}.` })
  class NodeConnection {
    @Field(() => [Edge], { description: `The ${nodes} on this page with their cursors.` })
    edges!: Edge[];
    @Field(() => [node], { description: `The ${nodes} on this page.` })
    nodes!: Node[];
    @Field(() => PageInfo, { description: 'The position of this page.' })
    pageInfo!: PageInfo;
    @Field(() => Int, { description: `The number of ${nodes} on all pages.` })
    totalCount!: never;
  }
  return NodeConnection;
}

/** The rows of a list. */
export interface List<Row> {
  entity: EntityClass<Row>;
  /** The name of the table in the SQL below. Defaults to `item`. */
  alias?: string;
  /** The SQL query of the rows and its columns, for a list of what is no table. It runs once for a page and its total. */
  source?: { sql: string; columns: readonly string[] };
  /** The SQL expression of the object that the row belongs to, such as `item.client_id`. The SQL below may use `parent.id`. */
  parent?: string;
  conditions?: Conditions;
  sort: Sort;
  /** The SQL expression of a row's size in bytes. The page ends early when its rows become too large. */
  size?: string;
  /** The SQL expression of the total, if it need not count the rows. */
  total?: string;
  /** Whether the first page counts the total, because finding the rows costs much more than counting them. */
  isCostly?: boolean;
}

type Position = [value: string | null, id: string];

/** How the position in a list is written into a cursor and read from it, by the type of the sort expression. */
const positions: Record<
  Sort['type'],
  { write(by: string): string; read(parameter: string): string; isValid(value: string): boolean }
> = {
  /** Microseconds, because a JavaScript date has only milliseconds. */
  time: {
    write: (by) => `(extract(epoch FROM ${by}) * 1000000)::bigint::text`,
    read: (parameter) => `('epoch'::timestamptz + ${parameter}::float8 * interval '1 microsecond')`,
    isValid: (value) => /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)),
  },
  text: {
    write: (by) => by,
    read: (parameter) => `${parameter}::text`,
    isValid: (value) => !value.includes('\0'),
  },
  /** A whole number. */
  number: {
    write: (by) => `${by}::text`,
    read: (parameter) => `${parameter}::bigint`,
    isValid: (value) => /^\d{1,16}$/.test(value),
  },
  /** A severity and a name. */
  priority: {
    write: (by) => by,
    read: (parameter) => `${parameter}::text`,
    isValid: (value) => /^[12] [^\0]*$/.test(value),
  },
  leadStatus: {
    write: (by) => `${by}::text`,
    read: (parameter) => `${parameter}::lead_status`,
    isValid: (value) => ['new', 'contacted', 'qualified', 'converted'].includes(value),
  },
};

interface Found {
  page_parent: string | null;
  page_position: string | null;
  page_found: number;
  /** The number of rows on all pages, if it is known. */
  page_total: number | null;
}

/**
 * Finds a page of a list by keyset. A cursor is only a position within the rows that the list admits, so a forged one
 * reveals nothing.
 *
 * @param parentId the object that the list belongs to, or null for a list of all rows
 * @throws BAD_USER_INPUT if `after` or `before` is not a cursor
 */
export async function findConnection<Row extends { id: string }>(
  db: EntityManager,
  list: List<Row>,
  args: ConnectionArgs,
  parentId: string | null = null,
): Promise<Connection<Row>> {
  const count = async () => (await countRows(db, list, [parentId]))[0]!;
  const [connection] = await findConnections(db, list, [parentId], args, count);
  return connection!;
}

/** Loads pages of lists that belong to other objects: for all objects of one level of an operation in one statement. */
export type ConnectionLoader = <Row extends { id: string }>(
  list: List<Row>,
  parentId: string,
  args: ConnectionArgs,
) => Promise<Connection<Row>>;

/** Creates the connection loader of a request. */
export function connectionLoader(db: EntityManager): ConnectionLoader {
  const pages = new Map<string, DataLoader<string, Connection<never>>>();
  const totals = new Map<string, DataLoader<string, number>>();
  return (list, parentId, { first, after, last, before, offset }) => {
    const args = { first, after, last, before, offset };
    const listKey = JSON.stringify([list.entity.name, list]);
    const total = loaderOf(totals, listKey, (ids) => countRows(db, list, ids));
    const page = loaderOf(pages, JSON.stringify([listKey, args]), (ids) =>
      findConnections(db, list as List<never>, ids, args, (id) => total.load(id!)),
    );
    return page.load(parentId);
  };
}

function loaderOf<Value>(
  loaders: Map<string, DataLoader<string, Value>>,
  key: string,
  load: (ids: readonly string[]) => Promise<Value[]>,
): DataLoader<string, Value> {
  const known = loaders.get(key);
  if (known) return known;
  const loader = new DataLoader(load);
  loaders.set(key, loader);
  return loader;
}

async function findConnections<Row extends { id: string }>(
  db: EntityManager,
  list: List<Row>,
  parentIds: readonly (string | null)[],
  { first, after, last, before, offset }: ConnectionArgs,
  count: (parentId: string | null) => Promise<number>,
): Promise<Connection<Row>[]> {
  if (first != null && last != null) throw fieldError('last', 'Set first or last, not both.');
  const isBackward = last != null;
  const limit = last ?? first ?? DEFAULT_PAGE_SIZE;
  const { alias = 'item', sort } = list;
  const size = limit > UNCUT_PAGE_SIZE ? list.size : undefined;
  const { tableName, columns, cte } = tableOf(db, list);
  const { conditions, values, parents } = conditionsOf(list, parentIds);
  const total = list.source
    ? `(SELECT count(*)::int FROM ${tableName} ${alias} WHERE ${conditions.join(' AND ')})`
    : 'NULL';
  // Another page does not find all rows.
  const countsAll = (list.isCostly ?? false) && after == null && before == null;
  if (after != null) conditions.push(beyond(sort, alias, decodeCursor('after', after, sort), values, true));
  if (before != null) conditions.push(beyond(sort, alias, decodeCursor('before', before, sort), values, false));
  const direction = sort.descending === isBackward ? 'ASC' : 'DESC';
  const nulls = sort.nullable ? `NULLS ${isBackward ? 'FIRST' : 'LAST'}` : '';
  const selected = columns.map(([column, property]) => `${alias}.${column} AS "${property}"`);
  const rows = await db.query<(Row & Found)[]>(
    // Sorts ids before it loads rows, because a page may be a small part of the list.
    `${cte} SELECT ${selected.join(', ')}, page.page_parent, page.page_position, page.page_found, ${countsAll ? 'page.page_all' : total} AS page_total
     FROM ${parents} CROSS JOIN LATERAL (
       SELECT candidate.*, parent.id AS page_parent, row_number() OVER () AS nth, (count(*) OVER ())::int AS page_found
         ${size ? ', sum(candidate.page_size) OVER (ROWS UNBOUNDED PRECEDING) AS page_bytes' : ''}
       FROM (
         SELECT ${alias}.id, ${positions[sort.type].write(sort.by)} AS page_position ${size ? `, ${size} AS page_size` : ''}
           ${countsAll ? ', (count(*) OVER ())::int AS page_all' : ''}
         FROM ${tableName} ${alias} ${sort.join ?? ''} WHERE ${conditions.join(' AND ')}
         ORDER BY ${sort.by} ${direction} ${nulls}, ${alias}.id ${direction}
         LIMIT ${limit + 1} ${offset ? `OFFSET ${Number(offset)}` : ''}
       ) candidate
     ) page
     JOIN ${tableName} ${alias} ON ${alias}.id = page.id
     WHERE page.nth <= ${limit} ${size ? `AND (page.nth = 1 OR page.page_bytes <= ${MAX_PAGE_BYTES})` : ''}
     ORDER BY page.nth`,
    values,
  );
  const pages = new Map(parentIds.map((id): [string | null, (Row & Found)[]] => [id, []]));
  for (const row of rows) pages.get(row.page_parent)!.push(row);
  return parentIds.map((parentId) => {
    const page = pages.get(parentId)!;
    const knownTotal = page[0]?.page_total ?? (countsAll && !offset ? 0 : null);
    const hasMore = page.length > 0 && page[0]!.page_found > page.length;
    if (isBackward) page.reverse();
    const edges = page.map(
      ({ page_parent: _parent, page_position, page_found: _found, page_total: _total, ...node }) => ({
        cursor: encodeCursor([page_position, node.id as string]),
        node: node as never as Row,
      }),
    );
    return {
      edges,
      nodes: edges.map(({ node }) => node),
      pageInfo: {
        hasNextPage: isBackward ? before != null || Boolean(offset) : hasMore,
        hasPreviousPage: isBackward ? hasMore : after != null || Boolean(offset),
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
      totalCount: () => (knownTotal === null ? count(parentId) : Promise.resolve(knownTotal)),
    };
  });
}

/** Counts the rows of a list for each parent. */
async function countRows<Row>(
  db: EntityManager,
  list: List<Row>,
  parentIds: readonly (string | null)[],
): Promise<number[]> {
  const { alias = 'item', total } = list;
  const { conditions, values, parents } = conditionsOf(list, parentIds);
  const { tableName, cte } = tableOf(db, list);
  const counted = total ?? `(SELECT count(*) FROM ${tableName} ${alias} WHERE ${conditions.join(' AND ')})`;
  const rows = await db.query<{ id: string | null; total: string | null }[]>(
    `${cte} SELECT parent.id, ${counted} AS total FROM ${parents}`,
    values,
  );
  const totals = new Map(rows.map((row) => [row.id, Number(row.total ?? 0)]));
  return parentIds.map((id) => totals.get(id)!);
}

/** Returns the table of a list, its columns and their properties, and the SQL before the statement. */
function tableOf<Row>(
  db: EntityManager,
  { entity, source }: List<Row>,
): { tableName: string; columns: (readonly [column: string, property: string])[]; cte: string } {
  if (source)
    return {
      tableName: 'source',
      columns: source.columns.map((column) => [`"${column}"`, column]),
      cte: `WITH source AS MATERIALIZED (${source.sql})`,
    };
  const { tableName, columns } = db.connection.getMetadata(entity);
  const selected = columns.filter(({ isSelect }) => isSelect);
  return { tableName, columns: selected.map((column) => [column.databaseName, column.propertyName]), cte: '' };
}

/** Returns the conditions of a list's rows, the values of the parameters, and the SQL table of the parents. */
function conditionsOf<Row>(
  { parent, conditions = new Conditions() }: List<Row>,
  parentIds: readonly (string | null)[],
): { conditions: string[]; values: unknown[]; parents: string } {
  return {
    conditions: [...(parent ? [`${parent} = parent.id`] : []), `(${conditions.where})`],
    values: [...conditions.values, parentIds],
    parents: `unnest($${conditions.values.length + 1}::uuid[]) parent (id)`,
  };
}

/** Returns the condition of rows after or before a position, and adds its parameters to `values`. */
function beyond(
  { by, type, descending, nullable }: Sort,
  alias: string,
  [value, id]: Position,
  values: unknown[],
  isAfter: boolean,
): string {
  const operator = descending === isAfter ? '<' : '>';
  const lastId = `$${values.push(id)}::uuid`;
  // Null comes last in both directions.
  if (value === null)
    return `(${isAfter ? '' : `${by} IS NOT NULL OR`} ${by} IS NULL AND ${alias}.id ${operator} ${lastId})`;
  const lastValue = positions[type].read(`$${values.push(value)}`);
  return `((${by}, ${alias}.id) ${operator} (${lastValue}, ${lastId}) ${nullable && isAfter ? `OR ${by} IS NULL` : ''})`;
}

function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decodeCursor(field: 'after' | 'before', cursor: string, { type, nullable }: Sort): Position {
  const isTooLong = cursor.length > MAX_CURSOR_LENGTH;
  const [value, id, ...rest] = isTooLong ? [] : parseArray(Buffer.from(cursor, 'base64url').toString());
  const isPosition = typeof value === 'string' ? positions[type].isValid(value) : value === null && nullable === true;
  if (!isPosition || typeof id !== 'string' || !isUUID(id, 'loose') || rest.length > 0)
    throw fieldError(field, `${field} must be a cursor of this connection, in the same order.`);
  return [value as string | null, id];
}

function parseArray(text: string): unknown[] {
  try {
    const parsed = JSON.parse(text) as unknown;
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
