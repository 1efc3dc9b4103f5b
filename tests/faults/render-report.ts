import type { TestResult } from '../runner/run-jest';

/** What a trial wrote down of itself, before it judged. */
export interface NotedTrial {
  title: string;
  seed: number;
  count: number;
  duplicates?: number;
  lost?: number;
}

export interface FaultRun {
  tests: TestResult[];
  trials: NotedTrial[];
  seed: string;
  began: Date;
  ended: Date;
  /** What FAULT_RUNS said. */
  count: string;
}

const residue = `## What is left

- Twilio has no key that makes sending twice harmless. A text that was taken, whose answer was lost, and which neither a receipt nor Twilio's list shows within
  \`TWILIO_LISTING_DELAY_MS\` (60 s) goes a second time; never a third.
- A worker that the machine stops in the few microseconds between its last look at the clock and the request, and that wakes up after its turn has passed, is not fenced.
- A text whose second attempt cannot be found either (two answers in a row that say nothing, such as 503 where the list can be read) is \`unknown\`: it may have arrived or not, is not sent again, and keeps its place in the limit.
- After an outage of more than a day what fell due at its beginning is \`expired\` and does not go: that is lost on purpose.
- The trials run on one machine over loopback: a half-open connection is tried as an answer that never comes, not as lost packets.`;

/** docs/operate/fault-report.md: what each trial did to the texts, and what came of them. */
export function renderReport({ tests, trials, seed, began, ended, count }: FaultRun): string {
  const rows = tests
    .map(({ name, hasPassed }) => ({ found: /(?:^| )([PTW]\d+): (.+)$/.exec(name), name, hasPassed }))
    .flatMap(({ found, name, hasPassed }) =>
      found
        ? [{ promise: found[1]!, trial: found[2]!, of: trials.filter(({ title }) => title === name), hasPassed }]
        : [],
    )
    .sort((a, b) => order(a.promise) - order(b.promise));
  const sum = (of: NotedTrial[], key: 'count' | 'duplicates' | 'lost') => {
    const known = of.map((trial) => trial[key]).filter((value) => value !== undefined);
    return known.length > 0 ? known.reduce((total, value) => total + value, 0).toLocaleString('en') : '';
  };
  const line = ({ promise, trial, of, hasPassed }: (typeof rows)[number]) =>
    `| ${promise} | ${trial.replaceAll('|', '\\|')} | ${sum(of, 'count')} | ${sum(of, 'duplicates')} | ${sum(of, 'lost')} | ${hasPassed ? 'kept' : '**broken**'} |`;
  const total = (key: 'count' | 'duplicates' | 'lost') =>
    sum(
      rows.flatMap(({ of }) => of),
      key,
    ) || '0';
  const minutes = Math.round((ended.getTime() - began.getTime()) / 60_000);
  const broken = rows.filter(({ hasPassed }) => !hasPassed).length;
  return `# Texts under faults

Written by \`npm run test:faults\` on ${began.toISOString().slice(0, 10)}: FAULT_RUNS=${count}, TEST_SEED=${seed}, ${minutes} min. The whole product runs as \`npm start\` runs it, beside a stand-in
of Twilio's API in a process of its own, whose ledger on disk is the judge: what it took, against what the database says was sent. \`npm test\` tries each with 6.

${rows.length} trials, ${broken} broken; ${total('count')} texts, steps or cases, ${total('duplicates')} duplicates, ${total('lost')} lost. An empty cell: no text could go twice or be lost there.

| promise | trial | count | duplicates | lost | |
| --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

${residue}
`;
}

const order = (promise: string) => (promise.startsWith('T') ? 0 : 1_000) + Number(promise.slice(1));
