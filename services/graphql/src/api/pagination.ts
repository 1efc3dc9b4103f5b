import { DEFAULT_PAGE_SIZE, MAX_OFFSET, MAX_PAGE_SIZE } from '@dripline/contract/limits';
import { IsOptional, isUUID, Max, Min } from 'class-validator';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { EntityManager, ObjectType as EntityClass } from 'typeorm';
import { fieldError } from './errors';

/** The size of a page's items after which the page ends, in bytes of `List.size`. Its first item is always included. */
const MAX_PAGE_BYTES = 4 * 1024 ** 2;
/** Pages of at most this many items never end early, so that screens can page by offset. */
const UNCUT_PAGE_SIZE = 25;
/** Cursors contain the value that the list is sorted by, such as a name. */
const MAX_CURSOR_LENGTH = 5_000;

/** Selects a page of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: `The maximum number of items to return, 1 to ${MAX_PAGE_SIZE}. A page of more than ${UNCUT_PAGE_SIZE} items ends early if the items are large.`,
  })
  @IsOptional()
  @Min(1, { message: 'limit must be at least 1.' })
  @Max(MAX_PAGE_SIZE, { message: `limit must be at most ${MAX_PAGE_SIZE}.` })
  limit?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `nextCursor` of the previous page. Omit it for the first page.',
  })
  @IsOptional()
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The number of items to skip, 0 to ${MAX_OFFSET}. Use \`after\` to go further. Defaults to 0.`,
  })
  @IsOptional()
  @Min(0, { message: 'offset must be at least 0.' })
  @Max(MAX_OFFSET, { message: `offset must be at most ${MAX_OFFSET}. Use after to go further.` })
  offset?: number | null;
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Counts the items on all pages. GraphQL calls it only if the caller selects the field. */
  total: () => Promise<number>;
  /** The position after the last item, or null if no item follows. */
  nextCursor: string | null;
}

/** Creates the base class of a GraphQL type that is a page of items. `plural` is their name, such as `leads`. */
export function pageOf<Item extends object>(item: ClassType<Item>, plural: string): abstract new () => object {
  @ObjectType({ simpleResolvers: true })
  abstract class ItemPage {
    @Field(() => [item], { description: `The ${plural} on this page.` })
    items!: Item[];
    @Field(() => Int, { description: `The number of ${plural} on all pages.` })
    total!: number;
    @Field(() => String, {
      nullable: true,
      description: 'The cursor of the next page, to pass as `after`. Null on the last page.',
    })
    nextCursor!: string | null;
  }
  return ItemPage;
}

/** What a list is sorted by. Rows with equal values are sorted by id, in the same direction. */
export interface Sort {
  /** The SQL expression. */
  by: string;
  descending: boolean;
  type: keyof typeof positions;
  /** Whether the expression can be null. Such rows come last in both directions. */
  nullable?: boolean;
  /** The join that the expression requires. */
  join?: string;
}

/** The rows of a list. */
export interface List<Row> {
  entity: EntityClass<Row>;
  /** The name of the table in the SQL below. Defaults to `item`. */
  alias?: string;
  /** The SQL condition, and the values of its parameters. */
  where: string;
  values: unknown[];
  /** Defaults to newest first. */
  sort?: Sort;
  /** Computed columns by name, and the join that they require. */
  columns?: Record<string, string>;
  join?: string;
  /** The SQL expression of a row's size in bytes. The page ends early when its rows become too large. */
  size?: string;
  /** The SQL expression of the total, if the page's own statement can compute it. */
  total?: string;
}

type Position = [value: string | null, id: string];

/** How the position in a list is written into a cursor and read from it, by the type of the sort expression. */
const positions = {
  /** Microseconds, because a JavaScript date has only milliseconds. */
  time: {
    write: (by: string) => `(extract(epoch FROM ${by}) * 1000000)::bigint::text`,
    read: (parameter: string) => `('epoch'::timestamptz + ${parameter}::float8 * interval '1 microsecond')`,
    isValid: (value: string) => /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)),
  },
  text: {
    write: (by: string) => by,
    read: (parameter: string) => `${parameter}::text`,
    isValid: (value: string) => !value.includes('\0'),
  },
  leadStatus: {
    write: (by: string) => `${by}::text`,
    read: (parameter: string) => `${parameter}::lead_status`,
    isValid: (value: string) => ['new', 'contacted', 'qualified', 'converted'].includes(value),
  },
};

/** Sorts by the time of creation. */
export const byCreation = (alias = 'item', descending = true): Sort => ({
  by: `${alias}.created_at`,
  type: 'time',
  descending,
});

interface Found {
  page_position: string | null;
  page_found: number;
  page_total?: string | null;
}

/**
 * Finds a page of a list by keyset, in one statement. A cursor is only a position within the rows that `where` admits,
 * so a forged one reveals nothing.
 *
 * @throws BAD_USER_INPUT if `after` is not a cursor
 */
export async function findPage<Row extends { id: string }>(
  db: EntityManager,
  list: List<Row>,
  { limit: requestedLimit, after, offset }: PageArgs,
): Promise<Page<Row>> {
  const { entity, alias = 'item', where, sort = byCreation(alias), join = '', total } = list;
  const limit = requestedLimit ?? DEFAULT_PAGE_SIZE;
  const size = limit > UNCUT_PAGE_SIZE ? list.size : undefined;
  const { tableName, columns } = db.connection.getMetadata(entity);
  const values = [...list.values];
  const conditions =
    after == null ? where : `(${where}) AND ${follows(sort, alias, decodeCursor(after, sort), values)}`;
  const direction = sort.descending ? 'DESC' : 'ASC';
  const selected = [
    ...columns
      .filter(({ isSelect }) => isSelect)
      .map(({ databaseName, propertyName }) => `${alias}.${databaseName} AS "${propertyName}"`),
    ...Object.entries(list.columns ?? {}).map(([name, sql]) => `${sql} AS "${name}"`),
    ...(total ? ['page.page_total'] : []),
  ];
  const rows = await db.query<(Row & Found)[]>(
    // Sorts ids before it loads rows, because a page may be a small part of the list.
    `SELECT ${selected.join(', ')}, page.page_position, page.page_found
     FROM (
       SELECT candidate.*, row_number() OVER () AS nth, (count(*) OVER ())::int AS page_found
         ${size ? ', sum(candidate.page_size) OVER (ROWS UNBOUNDED PRECEDING) AS page_bytes' : ''}
       FROM (
         SELECT ${alias}.id, ${positions[sort.type].write(sort.by)} AS page_position
           ${size ? `, ${size} AS page_size` : ''} ${total ? `, ${total} AS page_total` : ''}
         FROM ${tableName} ${alias} ${sort.join ?? ''} WHERE ${conditions}
         ORDER BY ${sort.by} ${direction} ${sort.nullable ? 'NULLS LAST' : ''}, ${alias}.id ${direction}
         LIMIT ${limit + 1} ${offset ? `OFFSET ${Number(offset)}` : ''}
       ) candidate
     ) page
     JOIN ${tableName} ${alias} ON ${alias}.id = page.id ${join}
     WHERE page.nth <= ${limit} ${size ? `AND (page.nth = 1 OR page.page_bytes <= ${MAX_PAGE_BYTES})` : ''}
     ORDER BY page.nth`,
    values,
  );
  const last = rows.at(-1);
  const first = rows[0];
  return {
    items: rows.map(
      ({ page_position: _position, page_found: _found, page_total: _total, ...row }) => row as never as Row,
    ),
    nextCursor: last && last.page_found > rows.length ? encodeCursor([last.page_position, last.id]) : null,
    total: async () => (total && first ? Number(first.page_total) : countRows(db, tableName, list)),
  };
}

async function countRows(
  db: EntityManager,
  tableName: string,
  { alias = 'item', where, values }: List<never>,
): Promise<number> {
  const [row] = await db.query<{ total: string }[]>(
    `SELECT count(*) AS total FROM ${tableName} ${alias} WHERE ${where}`,
    values,
  );
  return Number(row!.total);
}

/** Returns the condition of rows after a position, and adds its parameters to `values`. */
function follows(
  { by, type, descending, nullable }: Sort,
  alias: string,
  [value, id]: Position,
  values: unknown[],
): string {
  const operator = descending ? '<' : '>';
  const lastId = `$${values.push(id)}::uuid`;
  if (value === null) return `${by} IS NULL AND ${alias}.id ${operator} ${lastId}`;
  const lastValue = positions[type].read(`$${values.push(value)}`);
  return `((${by}, ${alias}.id) ${operator} (${lastValue}, ${lastId}) ${nullable ? `OR ${by} IS NULL` : ''})`;
}

function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decodeCursor(cursor: string, { type, nullable }: Sort): Position {
  const isTooLong = cursor.length > MAX_CURSOR_LENGTH;
  const [value, id, ...rest] = isTooLong ? [] : parseArray(Buffer.from(cursor, 'base64url').toString());
  const isPosition = typeof value === 'string' ? positions[type].isValid(value) : value === null && nullable === true;
  if (!isPosition || typeof id !== 'string' || !isUUID(id, 'loose') || rest.length > 0)
    throw fieldError('after', 'after must be the `nextCursor` of the previous page.');
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
