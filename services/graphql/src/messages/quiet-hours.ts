import { DateTime } from 'luxon';
import type { QuietHours } from '../clients/quiet-hours.types';

/** A text within this long of the visitor's own submission is part of that conversation, at any hour. */
export const CONVERSATION_MS = 60 * 60_000;

/**
 * When a text that could go at `at` may go: then, or where quiet hours hold in `timeZone`, at their end.
 * On the day a clock is put forward over the end, the first moment after it.
 */
export function afterQuietHours(at: Date, { enabled, start, end }: QuietHours, timeZone: string): Date {
  if (!enabled || start === end) return at;
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  const spansMidnight = start > end;
  const isQuiet = spansMidnight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) return at;
  const [hour, minute] = end.split(':').map(Number);
  const day = spansMidnight && time >= start ? local.plus({ days: 1 }) : local;
  const until = day.set({ hour, minute, second: 0, millisecond: 0 });
  // A clock put back shows the end twice: the first may lie behind us.
  return (until <= local ? until.plus({ hours: 1 }) : until).toJSDate();
}
