import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { findPrometheus } from '@dripline/tools/chart/find-prometheus';
import { randomBelow, seed } from '../harness/fault-runs';
import { startMessagingHarness } from '../harness/messaging-harness';
import { serviceTargets, startPrometheus } from '../harness/prometheus';
import { followAlerts } from './follow-alerts';
import { gameDayFaults } from './game-day-faults';
import {
  describeFault,
  findLosses,
  type FaultTimes,
  measureObjectives,
  type Observed,
  readMessages,
  waitUntilSettled,
} from './measure';
import { renderGameDay, usedBudget, wrongAlerts } from './render-game-day';
import { startReceiver, startTraffic } from './traffic';

/** With this speed an alert that waits for two minutes fires after twelve seconds. */
const SPEED = 10;
/** Messages to each lead, a minute apart. */
const STEPS = 2;
const REPORTED_MINUTES = 30;

/** `npm run gameday [-- MINUTES]`: causes twelve faults under load. With 30 minutes, writes docs/operate/game-day.md. */
export const gameday: Command = async ({ args, env, signal, cleanup }) => {
  const [minutes = REPORTED_MINUTES, ...others] = args.map(Number);
  if (!(minutes >= 1) || others.length > 0) throw new Failure('Usage: npm run gameday [-- MINUTES]', 2);
  const program = await findPrometheus(env, signal);
  if ('missing' in program) throw new Failure(program.missing);
  console.log(`Set TEST_SEED=${seed} to repeat this order.`);

  const receiver = await startReceiver();
  cleanup.add(() => receiver.stop());
  const harness = await startMessagingHarness({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  cleanup.add(() => harness.stop());
  const prometheus = await startPrometheus(program.path, serviceTargets(harness.stack.dataDir), { speed: SPEED });
  cleanup.add(() => prometheus.stop());
  const { clientId, page } = await harness.createSequence(STEPS, 1);
  await harness.call('PUT', `/api/clients/${clientId}`, { webhooksEnabled: true });
  await harness.call('POST', `/api/clients/${clientId}/webhooks`, { url: receiver.url, events: ['lead.created'] });

  const startedAt = new Date();
  const traffic = startTraffic(harness.origin, page);
  const alerts = followAlerts(prometheus);
  cleanup.add(() => alerts.stop());
  const times: FaultTimes[] = [];
  for (const fault of shuffle(gameDayFaults)) {
    const from = Date.now();
    await fault.inject(harness);
    const gone = Date.now();
    const next = startedAt.getTime() + ((times.length + 1) * minutes * 60_000) / gameDayFaults.length;
    await delay(Math.max(0, next - gone), undefined, { signal });
    times.push({ fault, from, gone, to: Date.now() });
    console.log(`${fault.name}: done`);
  }
  await traffic.stop();
  await alerts.stop();
  const observed: Observed = { harness, clientId, traffic, receiver, steps: STEPS };
  await waitUntilSettled(observed);
  const messages = await readMessages(harness, clientId);
  const faults = times.map((time) => describeFault(time, traffic, messages, alerts.startedBetween(time.from, time.to)));
  const slos = await measureObjectives(observed, messages);
  const losses = await findLosses(observed);
  const report = renderGameDay({
    ...{ startedAt, minutes, seed, speed: SPEED, faults, slos, losses },
    ...{ leads: traffic.accepted.size, messages: messages.length },
  });
  console.log(report);
  if (minutes === REPORTED_MINUTES) writeFileSync(join(root, 'docs/operate/game-day.md'), report);
  const failures = [
    ...losses,
    ...faults.flatMap((fault) => wrongAlerts(fault).map((alert) => `${fault.name}: ${alert}`)),
    ...slos.filter((slo) => usedBudget(slo, minutes) > 1).map(({ name }) => `The budget of ${name} is used up`),
  ];
  if (failures.length > 0) throw new Failure(failures.join('\n'));
};

const shuffle = <Item>(items: Item[]): Item[] => {
  const rest = [...items];
  return items.map(() => rest.splice(randomBelow(rest.length), 1)[0]!);
};
