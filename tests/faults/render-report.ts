import type { TestResult } from '../runner/test-results';

/** The result that a fault test recorded. */
export interface RecordedFaultRun {
  title: string;
  seed: number;
  count: number;
  duplicates?: number;
  lost?: number;
}

export interface FaultReport {
  tests: TestResult[];
  faultRuns: RecordedFaultRun[];
  seed: string;
  startedAt: Date;
  endedAt: Date;
  /** Value of FAULT_RUNS. */
  count: string;
}

const limitations = `## Known limitations

- Twilio has no idempotency keys. If Twilio accepts a message but its response is lost, and neither a receipt nor Twilio's
  message list shows the message within \`TWILIO_LISTING_DELAY_MS\` (60 s), Dripline sends it a second time. It never sends it a third
  time.
- Dripline checks the send deadline just before each request. If the operating system pauses the worker between the check and
  the request until the deadline has passed, the message may be sent twice.
- If the outcome of the second attempt is also unknown, the message gets the status \`unknown\`. It may have been delivered, is
  not sent again, and counts against the monthly limit.
- Messages that could not be sent for a day expire and are not sent.
- The fault tests run on one machine. They simulate a half-open connection by a response that never arrives, not by lost
  packets.`;

/** Renders docs/operate/fault-report.md: the result of each fault test. */
export function renderReport({ tests, faultRuns, seed, startedAt, endedAt, count }: FaultReport): string {
  const rows = tests
    .map(({ name, hasPassed }) => ({ match: /(?:^| )([PTW]\d+): (.+)$/.exec(name), name, hasPassed }))
    .flatMap(({ match, name, hasPassed }) =>
      match
        ? [
            {
              guarantee: match[1]!,
              test: match[2]!,
              runs: faultRuns.filter(({ title }) => title === name),
              hasPassed,
            },
          ]
        : [],
    )
    .sort((a, b) => order(a.guarantee) - order(b.guarantee));
  const sum = (runs: RecordedFaultRun[], key: 'count' | 'duplicates' | 'lost') => {
    const values = runs.map((run) => run[key]).filter((value) => value !== undefined);
    return values.length > 0 ? values.reduce((total, value) => total + value, 0).toLocaleString('en') : '';
  };
  const line = ({ guarantee, test, runs, hasPassed }: (typeof rows)[number]) =>
    `| ${guarantee} | ${test.replaceAll('|', '\\|')} | ${sum(runs, 'count')} | ${sum(runs, 'duplicates')} | ${sum(runs, 'lost')} | ${hasPassed ? 'passed' : '**failed**'} |`;
  const total = (key: 'count' | 'duplicates' | 'lost') =>
    sum(
      rows.flatMap(({ runs }) => runs),
      key,
    ) || '0';
  const minutes = Math.round((endedAt.getTime() - startedAt.getTime()) / 60_000);
  const failed = rows.filter(({ hasPassed }) => !hasPassed).length;
  return `# Fault tests

Written by \`npm run test:faults\` on ${startedAt.toISOString().slice(0, 10)}: FAULT_RUNS=${count}, TEST_SEED=${seed}, ${minutes} min.
The tests run the whole product with the Twilio emulator, and compare the messages in the emulator's ledger with those in the
database. \`npm test\` runs each test with 6 messages.

${rows.length} tests, ${failed} failed: ${total('count')} messages, steps or cases, ${total('duplicates')} duplicates, ${total('lost')} lost. An empty cell means
that the test sends no messages.

| Guarantee | Test | Count | Duplicates | Lost | Result |
| --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

${limitations}
`;
}

const order = (guarantee: string) => (guarantee.startsWith('T') ? 0 : 1_000) + Number(guarantee.slice(1));
