/** The texts of the forecast of messages. */
export const forecastMessages = {
  name: 'Forecast',
  expected: (messages: string, month: string) => `${messages} expected in ${month}.`,
  expectedOf: (total: string, limit: string, month: string) => `${total} of ${limit} messages expected in ${month}.`,
  exceedsOn: (day: string) =>
    `The limit is reached on ${day}. Messages after it wait until it is raised or the month ends.`,
  showArithmetic: 'How this is computed',
  used: 'Used so far',
  written: 'Messages that people wrote',
  perDay: (leads: string) => `${leads} a day`,
  scheduled: 'For leads that are enrolled',
  forNewLeads: 'For new leads',
  sum: 'Expected until the month ends',
  assumptions:
    'New leads enroll as in the last 28 days, as many stop early as before, and messages wait for quiet hours. Sequences that are off or paused send nothing.',
  ofSequence: (messages: string, leads: string) => `This sequence: ${messages} by then, at ${leads} a day.`,
} as const;
