import { decimalsOf } from '@dripline/contract/currencies';
import { StatementItem, StatementStatus } from './statement.types';

/** The names of the lines, in files. */
export const itemNames: Record<StatementItem, string> = {
  [StatementItem.base_fee]: 'Base fee',
  [StatementItem.leads]: 'Leads',
  [StatementItem.segments]: 'Carrier segments',
};

/** What a statement says about whether it can still change, or null if it is final. */
export const statusNotes: Record<StatementStatus, string | null> = {
  [StatementStatus.running]: 'So far. The month is not over.',
  [StatementStatus.closing]: 'Preliminary. Messages that were not sent are still taken off.',
  [StatementStatus.final]: null,
};

/** Returns a month for people, such as October 2026. */
export const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Formats an amount, or a rate without the zeros that its currency does not need. The decimal is exact. */
export function formatMoney(decimal: string, currency: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const needed = fraction.replace(/0+$/, '').padEnd(decimalsOf(currency), '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${needed === '' ? grouped : `${grouped}.${needed}`} ${currency}`;
}
