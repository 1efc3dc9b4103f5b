const count = new Intl.NumberFormat('en-US');
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date. Creating a format takes far longer than using it, so each one is kept. */
function formatDate(date: Date, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify(options);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  dateFormats.set(key, format);
  return format.format(date);
}

/** Formats 1204 as "1,204". */
export const formatCount = (value: number) => count.format(value);

/** Formats the share of `part` in `whole` with one decimal: "12.5%". Returns "0.0%" when `whole` is 0. */
export const formatRate = (part: number, whole: number) => `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`;

/** Returns the used share of a limit as a whole percentage; 0 when the limit is 0. */
export const usagePercent = (used: number, limit: number) => (limit === 0 ? 0 : Math.round((used / limit) * 100));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Formats a time relative to now: "just now", "3 min ago", "5 h ago", "in 2 d". Times a week or more away show as a
 * date, in the client's time zone when it is given.
 */
export function formatRelativeTime(iso: string, now = Date.now(), timeZone?: string) {
  const time = new Date(iso).getTime();
  const distance = Math.abs(now - time);
  if (distance < MINUTE) return time > now ? 'in a moment' : 'just now';
  if (distance >= 7 * DAY) return formatDate(new Date(iso), { dateStyle: 'medium', timeZone });
  // Future times round, so that a time set three days ahead reads "in 3 d" a moment later. Past times round down.
  const count = (size: number) => (time > now ? Math.round : Math.floor)(distance / size);
  const [size, unit] = count(MINUTE) < 60 ? [MINUTE, 'min'] : count(HOUR) < 24 ? [HOUR, 'h'] : [DAY, 'd'];
  return time > now ? `in ${count(size)} ${unit}` : `${count(size)} ${unit} ago`;
}

/** Formats an exact date and time, in the client's time zone when it is given. */
export const formatDateTime = (iso: string, timeZone?: string) =>
  formatDate(new Date(iso), { dateStyle: 'medium', timeStyle: 'long', timeZone });

/** Returns the IANA time zone of the user's device. */
export const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a date and time to the minute in the client's time zone: "Sat, Nov 21, 2026, 10:30 PM EST". */
export const formatDateTimeToMinute = (iso: string, timeZone: string) =>
  formatDate(new Date(iso), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

/** Returns the first letters of the first and last word: "SH" for "Summit Water Heaters". */
export function initials(name: string) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => word?.charAt(0).toUpperCase()).join('') || '?';
}

/** Turns a key into words: "waterHeaterAge" becomes "Water Heater Age". */
export function toWords(key: string) {
  const spaced = key.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Formats a count with its noun: "1 lead", "1,204 leads". */
export const plural = (amount: number, one: string, many = `${one}s`) =>
  `${formatCount(amount)} ${amount === 1 ? one : many}`;

/** Formats a wall-clock time: "21:00" becomes "9:00 PM". */
export const formatTimeOfDay = (time: string) =>
  formatDate(new Date(`1970-01-01T${time}Z`), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** Formats a size: "1.50 KB" for 1536. Sizes below 1 KB are shown in bytes. */
export function formatBytes(bytes: number) {
  if (bytes < 1024) return plural(bytes, 'byte');
  let [amount, unit] = [bytes / 1024, 0];
  // A value that would round to 1024.00 belongs to the next unit.
  while (amount >= 1023.995 && unit < 2) [amount, unit] = [amount / 1024, unit + 1];
  return `${amount.toFixed(2)} ${['KB', 'MB', 'GB'][unit]}`;
}

/** Whether both times fall on the same calendar day in the time zone. */
export function isSameDay(iso: string, otherIso: string, timeZone: string) {
  const dayOf = (time: string) => formatDate(new Date(time), { dateStyle: 'short', timeZone });
  return dayOf(iso) === dayOf(otherIso);
}

/** Formats a calendar day: "2026-11-21" becomes "Nov 21". */
export const formatDay = (day: string) =>
  formatDate(new Date(`${day}T00:00Z`), { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats the current month in the time zone: "November 2026". */
export const formatMonth = (timeZone: string, now = new Date()) =>
  formatDate(now, { month: 'long', year: 'numeric', timeZone });

const sources: Record<string, string> = { qr: 'QR code', direct: 'Direct', others: 'All others' };

/** Returns the display name of a traffic source: "QR code" for "qr", or the name of the placement. */
export const sourceName = (source: string, placementName?: string | null) => placementName ?? sources[source] ?? source;
