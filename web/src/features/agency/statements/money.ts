import { decimalsOf } from '@dripline/contract/currencies';
import type { RatesValuesFragment } from '../../../shared/graphql/generated';

/** Formats a decimal as money: "$1,234.50". A rate keeps up to five decimals: "$0.0079". Null is a dash. */
export function formatMoney(decimal: string | null, currency: string | null): string {
  if (decimal === null || currency === null) return '–';
  const minimumFractionDigits = decimalsOf(currency);
  const options = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 5 } as const;
  return new Intl.NumberFormat('en-US', options).format(decimal as `${number}`);
}

/**
 * Finds the rates that apply to a month: those of the latest first month, and of these the newest.
 *
 * @param rates newest first
 */
export function ratesOfMonth(rates: readonly RatesValuesFragment[], month: string): RatesValuesFragment | undefined {
  const [first, ...others] = rates.filter(({ fromMonth }) => fromMonth <= month);
  return others.reduce((found, next) => (next.fromMonth > found!.fromMonth ? next : found), first);
}

/** The current month and the next twelve, as YYYY-MM. Rates start with a month in UTC. */
export function monthsAhead(now = new Date()): string[] {
  return Array.from({ length: 13 }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7),
  );
}
