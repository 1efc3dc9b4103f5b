import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { fail } from '../../api/errors';
import { billingQuery, firstDay } from '../usage.connection';
import type { MonthlyUsage } from '../usage.types';
import { type Statement, StatementItem, type StatementStatus } from './statement.types';

/** A row of `billingQuery`. */
export interface BilledUsage extends MonthlyUsage {
  business_name: string;
  status: StatementStatus;
  baseFee: string | null;
  perLead: string | null;
  perSegment: string | null;
  baseAmount: string | null;
  leadsAmount: string | null;
  segmentsAmount: string | null;
}

/** A statement with the client's name. */
export type LoadedStatement = Statement & { businessName: string };

/**
 * Loads a client's statement of a month, or of its current month.
 *
 * @throws NOT_FOUND if the client did not exist in the month, or the month has not begun
 */
export async function loadStatement(
  db: EntityManager,
  clientId: string,
  month: string | null | undefined,
): Promise<LoadedStatement> {
  const sql = billingQuery('$1::date', '(SELECT * FROM clients WHERE id = $2) clients');
  const [row] = isUUID(clientId)
    ? await db.query<BilledUsage[]>(
        `SELECT * FROM (${sql}) billed WHERE first_day <= now() AT TIME ZONE (SELECT time_zone FROM clients WHERE id = $2)`,
        [firstDay(month), clientId],
      )
    : [];
  if (!row) throw fail('NOT_FOUND', 'Statement not found');
  return toStatement(row);
}

/** Divides a client's usage into lines. */
export function toStatement(row: BilledUsage): LoadedStatement {
  const { month, status, currency, amount, business_name: businessName } = row;
  return {
    month,
    status,
    currency,
    businessName,
    lines: [
      { item: StatementItem.base_fee, quantity: 1, rate: row.baseFee, amount: row.baseAmount },
      { item: StatementItem.leads, quantity: row.leads, rate: row.perLead, amount: row.leadsAmount },
      { item: StatementItem.segments, quantity: row.segments, rate: row.perSegment, amount: row.segmentsAmount },
    ],
    total: amount,
    usage: row,
  };
}
