/** What happened between a fault and the next one. */
export interface FaultRecord {
  name: string;
  /** Seconds until the cause was gone. */
  seconds: number;
  failedVisits: number;
  failedSubmissions: number;
  /** Seconds from the end of the cause to the last visit or submission that failed, 0 if none did. */
  visitorsSeconds: number;
  /** Longest delay of a message that was due in this time, in seconds. */
  messagesSeconds: number;
  /** Alerts that began to fire, and which of them had to. */
  fired: string[];
  expected: string[];
}

export interface SloRecord {
  name: string;
  events: number;
  bad: number;
  /** Share of events that may be bad. */
  budget: number;
}

export interface GameDay {
  startedAt: Date;
  minutes: number;
  seed: number;
  /** How much faster than the clock the rules of the alerts ran. */
  speed: number;
  faults: FaultRecord[];
  slos: SloRecord[];
  leads: number;
  messages: number;
  /** Leads, messages and webhook events that are missing or exist twice. */
  losses: string[];
}

const MONTH_MINUTES = 30 * 24 * 60;

/** The share of the error budget of 30 days that these events used, at the same rate of events. */
export const usedBudget = ({ events, bad, budget }: SloRecord, minutes: number): number =>
  events === 0 ? 0 : (bad / events / budget) * (minutes / MONTH_MINUTES);

/** Alerts that look back over a long time, so that they may follow any fault. */
const follows = /^Dripline(ErrorBudgetBurns(Fast)?|Errors)\b/;

/** Alerts that a fault had to cause and did not, and those that it must not cause. */
export const wrongAlerts = ({ fired, expected }: FaultRecord): string[] => [
  ...expected.filter((alert) => !fired.includes(alert)).map((alert) => `${alert} did not fire`),
  ...fired.filter((alert) => !expected.includes(alert) && !follows.test(alert)).map((alert) => `${alert} fired`),
];

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const alerts = (names: string[]) => names.join(', ') || 'none';
const percent = (value: number, digits: number) => `${number(value * 100, digits)}%`;

/** Renders docs/operate/game-day.md. */
export function renderGameDay(day: GameDay): string {
  const rows = day.faults.map(
    (fault) =>
      `| ${fault.name} | ${number(fault.seconds, 1)} s | ${fault.failedVisits} | ${fault.failedSubmissions} | ${number(fault.visitorsSeconds, 1)} s | ${number(fault.messagesSeconds, 1)} s | ${alerts(fault.expected)} | ${alerts(fault.fired)} |`,
  );
  const slos = day.slos.map(
    (slo) =>
      `| ${slo.name} | ${percent(1 - slo.budget, 2)} | ${number(slo.events)} | ${number(slo.bad)} | ${percent(usedBudget(slo, day.minutes), 1)} | ${usedBudget(slo, day.minutes) > 1 ? 'no' : 'yes'} |`,
  );
  return `# Game day

Written by \`npm run gameday\` on ${day.startedAt.toISOString().slice(0, 10)}: ${day.faults.length} faults in random order (TEST_SEED=${day.seed})
in ${number(day.minutes)} minutes, under load. One process of each service ran on one machine, so that every fault reaches the visitors. On a
cluster, other pods answer meanwhile.

${number(day.leads)} leads were accepted and ${number(day.messages)} messages sent. Lost or doubled: ${day.losses.join(', ') || 'nothing'}.

## Service level objectives

The budget is that of 30 days, at the same rate of events. The visitors measured pages and submissions: an answer that does not arrive
is bad too.

| Objective | Goal | Events | Bad | Budget used | Held |
| --- | --- | --- | --- | --- | --- |
${slos.join('\n')}

## Faults

**Lasted** is the time until the cause was gone, such as until a crashed process ran again. **Recovered** is the time from then until the last
visit or submission that failed. **Longest delay** is of the messages that were due until the next fault. The rules of the alerts ran
${day.speed} times as fast as the clock, so that a fault of half a minute counts as one of ${number(day.speed / 2)} minutes. DriplineErrors and the alerts of error
budgets look back over a long time, so they may also follow any fault.

| Fault | Lasted | Failed visits | Failed submissions | Recovered | Longest delay | Alerts that must fire | Alerts that fired |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
