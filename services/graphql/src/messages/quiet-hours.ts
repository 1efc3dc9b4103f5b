import { DateTime } from 'luxon';
import type { Client } from '../clients/client.entity';
import type { QuietHours } from '../clients/quiet-hours.types';
import type { Lead } from '../leads/lead.entity';

/** For this long after a lead submits the form, in milliseconds, quiet hours do not apply to its messages. */
const EXEMPTION_MS = 60 * 60_000;

/**
 * Returns when quiet hours end if they forbid a message to this lead now, and otherwise null. Messages soon after the
 * visitor's own submission are exempt.
 */
export function quietHoursEnd(
  now: Date,
  { quietHours, timeZone }: Pick<Client, 'quietHours' | 'timeZone'>,
  { createdAt }: Pick<Lead, 'createdAt'>,
): Date | null {
  if (now.getTime() - createdAt.getTime() <= EXEMPTION_MS) return null;
  const end = afterQuietHours(now, quietHours, timeZone);
  return end > now ? end : null;
}

/**
 * Returns when a message may be sent: at `dueAt`, or if quiet hours apply in `timeZone`, when they end.
 * If the clocks skip that time of day, the first moment after the gap.
 */
export function afterQuietHours(dueAt: Date, { enabled, start, end }: QuietHours, timeZone: string): Date {
  if (!enabled || start === end) return dueAt;
  const local = DateTime.fromJSDate(dueAt, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  const spansMidnight = start > end;
  const isQuiet = spansMidnight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) return dueAt;
  const [hour, minute] = end.split(':').map(Number);
  const day = spansMidnight && time >= start ? local.plus({ days: 1 }) : local;
  const until = day.set({ hour, minute, second: 0, millisecond: 0 });
  // When the clocks go back, the end occurs twice, and the first occurrence may have passed.
  return (until <= local ? until.plus({ hours: 1 }) : until).toJSDate();
}
