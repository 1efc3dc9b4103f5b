import { type FaultRecord, renderGameDay, usedBudget, wrongAlerts } from './render-game-day';

const fault = (fired: string[], expected: string[]): FaultRecord => ({
  ...{ name: 'Temporal hangs', seconds: 40, failedVisits: 3, failedSubmissions: 1, visitorsSeconds: 2.25 },
  ...{ messagesSeconds: 41.5, fired, expected },
});

test('events use the budget of 30 days in proportion to the time that they cover', () => {
  const slo = { name: 'Submissions', events: 1_000, bad: 10, budget: 0.0005 };
  // 1% of the events of a day are twenty times what may be bad, so they use two thirds of the budget of 30 days.
  expect(usedBudget(slo, 24 * 60)).toBeCloseTo(20 / 30);
  expect(usedBudget({ ...slo, events: 0, bad: 0 }, 24 * 60)).toBe(0);
});

test('alerts that are missing or do not belong to the fault are wrong, except for those that look back over hours', () => {
  const wrong = (fired: string[]) => wrongAlerts(fault(fired, ['DriplineDependencyDown temporal']));
  expect(wrong(['DriplineDependencyDown temporal', 'DriplineErrorBudgetBurnsFast submissions'])).toEqual([]);
  expect(wrong(['DriplineErrors acme-web'])).toEqual(['DriplineDependencyDown temporal did not fire']);
  expect(wrong(['DriplineDependencyDown temporal', 'DriplineOutboxStuck'])).toEqual(['DriplineOutboxStuck fired']);
});

test('the report has the faults, the objectives and what was lost', () => {
  const report = renderGameDay({
    ...{ startedAt: new Date('2026-01-31T08:00:00Z'), minutes: 30, seed: 7, speed: 10, leads: 3_600, messages: 7_199 },
    faults: [
      fault(['DriplineDependencyDown temporal', 'DriplineErrors acme-web'], ['DriplineDependencyDown temporal']),
    ],
    slos: [{ name: 'Submissions', events: 3_600, bad: 36, budget: 0.0005 }],
    losses: ['1 messages were not sent'],
  });
  expect(report).toContain(
    '| Temporal hangs | 40.0 s | 3 | 1 | 2.3 s | 41.5 s | DriplineDependencyDown temporal | DriplineDependencyDown temporal, DriplineErrors acme-web |',
  );
  expect(report).toContain('| Submissions | 99.95% | 3,600 | 36 | 1.4% | yes |');
  expect(report).toContain(
    '3,600 leads were accepted and 7,199 messages sent. Lost or doubled: 1 messages were not sent.',
  );
});
