import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { MAX_SOURCE_LENGTH } from '@dripline/runtime/landing/traffic-source';
import { IsOptional, IsUUID, MaxLength, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { Conditions } from '../api/connections/conditions';
import {
  type Connection,
  connectionArgs,
  connectionType,
  findConnection,
  type List,
} from '../api/connections/connections';
import { orderType } from '../api/connections/ordering';
import { DayRange } from '../stats/day-range.types';
import { AnalyticsGroup, AnalyticsRow, type Figures, figureNames } from './analytics.types';
import { rangeOf, selectFigures } from './load-analytics';

export const AnalyticsConnection = connectionType(AnalyticsRow, 'AnalyticsRow', 'clients or campaigns');

@InputType({ description: 'Filters clients or campaigns. Fields that are omitted or null match all.' })
class AnalyticsFilter {
  @Field(() => String, { nullable: true, description: 'A part of the name.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'The client.' })
  @IsOptional()
  @IsUUID('loose', { message: 'clientId must be the ID of a client.' })
  clientId?: string | null;
}

const byFigure = (figure: string, description: string) => ({
  by: `item."${figure}"`,
  type: 'number' as const,
  description,
});

const order = orderType('Analytics', 'clients or campaigns and their figures', {
  leads: byFigure('leads', 'The number of leads.'),
  views: byFigure('views', 'The number of views.'),
  scans: byFigure('scans', 'The number of QR scans.'),
  messages: byFigure('messages', 'The number of messages.'),
  replies: byFigure('replies', 'The number of replies.'),
  optOuts: byFigure('optOuts', 'The number of opt-outs.'),
  qualified: byFigure('qualified', 'The number of leads that are qualified or converted.'),
  converted: byFigure('converted', 'The number of converted leads.'),
  name: { by: 'lower(item.name)', type: 'text', description: 'The name.' },
});

@ArgsType()
export class AnalyticsRowArgs extends connectionArgs(AnalyticsFilter, order) {
  @Field(() => AnalyticsGroup, {
    defaultValue: AnalyticsGroup.client,
    description: 'The kind of objects that are compared.',
  })
  by: AnalyticsGroup = AnalyticsGroup.client;

  @Field(() => DayRange, { nullable: true, description: 'Defaults to the last 30 days.' })
  @IsOptional()
  @ValidateNested()
  range?: DayRange | null;
}

@ArgsType()
export class AnalyticsArgs {
  @Field(() => ID, { nullable: true, description: 'The client. Defaults to all clients.' })
  @IsOptional()
  @IsUUID('loose', { message: 'clientId must be the ID of a client.' })
  clientId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The campaign of the client. Defaults to all of its campaigns.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => DayRange, { nullable: true, description: 'Defaults to the last 30 days.' })
  @IsOptional()
  @ValidateNested()
  range?: DayRange | null;
}

@ArgsType()
export class AnalyticsSourcesCsvArgs extends AnalyticsArgs {
  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the previous part.' })
  @IsOptional()
  @MaxLength(MAX_SOURCE_LENGTH, { message: 'after must be the nextCursor of a part.' })
  after?: string | null;
}

/** The clients or campaigns with activity in a range of days, and their figures. */
function analyticsList({ by, range, filter, orderBy }: AnalyticsRowArgs): List<AnalyticsRow> {
  const { days, until } = range ?? new DayRange();
  const conditions = new Conditions();
  const clientId = conditions.value(filter?.clientId ?? null);
  const [table, name] = by === AnalyticsGroup.client ? ['clients', 'business_name'] : ['campaigns', 'name'];
  const sql = `
    WITH range AS (${rangeOf(conditions.value(days), conditions.value(until ?? null), clientId)})
    SELECT named.id, named.${name} AS name, f."clientId", ${figureNames.map((figure) => `f."${figure}"`).join(', ')}
    FROM (
      SELECT id, client_id AS "clientId", ${selectFigures((column) => `sum(${column})::int`)}
      FROM daily_figures, range WHERE scope = ${conditions.value(by)} AND day BETWEEN range.first AND range.last
        AND (${clientId}::uuid IS NULL OR client_id = ${clientId}::uuid) GROUP BY 1, 2
    ) f JOIN ${table} named ON named.id = f.id::uuid
    WHERE ${figureNames.map((figure) => `f."${figure}"`).join(' + ')} <> 0`;
  conditions.contains('item.name', filter?.search);
  return {
    entity: AnalyticsRow,
    source: { sql, columns: ['id', 'name', 'clientId', ...figureNames] },
    conditions,
    sort: order.toSort(orderBy),
  };
}

/** Finds a page of the clients or campaigns with activity in a range of days, with their figures. */
export async function findAnalyticsRows(db: EntityManager, args: AnalyticsRowArgs): Promise<Connection<AnalyticsRow>> {
  const page = await findConnection(db, analyticsList(args), args);
  // The figures are columns of the row.
  for (const row of page.nodes) row.figures = row as unknown as Figures;
  return page;
}
