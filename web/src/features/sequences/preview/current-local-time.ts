/** The time that it is there now, as a `datetime-local` field takes it: "2026-11-21T22:30". */
export function localNow(timeZone: string, now: Date) {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  // Swedish writes dates as the field does.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(now).replace(' ', 'T');
}
