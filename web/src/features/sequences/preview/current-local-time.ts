/** Returns the current time in the time zone in the format of a `datetime-local` input: "2026-11-21T22:30". */
export function currentLocalTime(timeZone: string, now: Date) {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  // The Swedish locale formats dates as the input expects.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(now).replace(' ', 'T');
}
