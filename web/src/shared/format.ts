const count = new Intl.NumberFormat('en-US');

/** 1204 as "1,204". */
export const formatCount = (value: number) => count.format(value);

/** The share of `part` in `whole` to one decimal, "12.5%"; "0.0%" of nothing. */
export const formatRate = (part: number, whole: number) => `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`;

/** The whole-number percentage of a limit that is used; 0 when the limit is 0. */
export const usagePercent = (used: number, limit: number) => (limit === 0 ? 0 : Math.round((used / limit) * 100));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "3 min ago", "5 h ago", "2 d ago"; the date for what is older than a week, "in …" for what is to come. */
export function formatAgo(iso: string, now = Date.now()) {
  const time = new Date(iso).getTime();
  const distance = Math.abs(now - time);
  if (distance < MINUTE) return time > now ? 'in a moment' : 'just now';
  if (distance >= 7 * DAY)
    return new Date(iso).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  // What was just set to come in three days is "in 3 d", although a moment of them is over, and a day is none of 24 hours.
  const count = (size: number) => (time > now ? Math.round : Math.floor)(distance / size);
  const [size, unit] = count(MINUTE) < 60 ? [MINUTE, 'min'] : count(HOUR) < 24 ? [HOUR, 'h'] : [DAY, 'd'];
  return time > now ? `in ${count(size)} ${unit}` : `${count(size)} ${unit} ago`;
}

/** The exact moment, in the client's time zone where it is known. */
export const formatMoment = (iso: string, timeZone?: string) =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', ...(timeZone ? { timeZone } : {}) });

/** "Sat, Nov 21, 2026, 10:30 PM EST": a moment to plan by, in the client's time zone. */
export const formatMinute = (iso: string, timeZone: string) =>
  new Date(iso).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

/** The first letters of the first and last word: "Summit Water Heaters" is "SH". */
export function initials(name: string) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => word?.charAt(0).toUpperCase()).join('') || '?';
}

/** "waterHeaterAge" as "Water Heater Age". */
export function wordsOf(key: string) {
  const spaced = key.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** One of many: "1 lead", "1,204 leads". */
export const plural = (amount: number, one: string, many = `${one}s`) =>
  `${formatCount(amount)} ${amount === 1 ? one : many}`;

/** "21:00" as "9:00 PM": a time of the client's clock, not a moment. */
export const formatClock = (time: string) =>
  new Date(`1970-01-01T${time}Z`).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** 1536 as "1.50 KB"; whole bytes below that. */
export function formatBytes(bytes: number) {
  if (bytes < 1024) return plural(bytes, 'byte');
  let [amount, unit] = [bytes / 1024, 0];
  // What would be shown as 1024.00 is one of the next unit.
  while (amount >= 1023.995 && unit < 2) [amount, unit] = [amount / 1024, unit + 1];
  return `${amount.toFixed(2)} ${['KB', 'MB', 'GB'][unit]}`;
}

/** Whether both moments are on one calendar day there. */
export function isSameDay(iso: string, otherIso: string, timeZone: string) {
  const dayOf = (moment: string) => new Date(moment).toLocaleDateString('en-US', { timeZone });
  return dayOf(iso) === dayOf(otherIso);
}

/** "2026-11-21" as "Nov 21": a day of the client's calendar, not a moment. */
export const formatDay = (day: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The month that it is there now: "November 2026". */
export const formatMonth = (timeZone: string, now = new Date()) =>
  now.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone });

const sources: Record<string, string> = { qr: 'QR code', direct: 'Direct', others: 'All others' };

/** The source of a visit as people call it: "qr" is "QR code". */
export const sourceName = (source: string) => sources[source] ?? source;
