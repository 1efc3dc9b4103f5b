import { randomUUID } from 'node:crypto';
import { Client } from '../clients/client.entity';
import { createCampaign, createClient, createSequence } from '../testing/fixtures';
import {
  type ForecastSequenceInput,
  MessageForecastDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';
import { loadForecast } from './load-forecast';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SETUPS = 50;
/** Days of arrivals before the forecast. */
const HISTORY = 60;
/** Zones without daylight saving time, and their offsets in hours. */
const zones = { 'America/Phoenix': -7, UTC: 0, 'Asia/Kolkata': 5.5, 'Asia/Tokyo': 9 };

/** A sequence of a set-up. */
interface Plan {
  delays: number[];
  perDay: number;
  /** Leads of 100 that stop after each message. */
  stopping: number;
}

/** When a message of a lead is due and sent. */
interface Sent {
  dueAt: number;
  sentAt: number;
}

describe('the forecast of messages', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sql = (text: string, values: unknown[]) => server.dataSource.query<Record<string, unknown>[]>(text, values);
  const forecastOf = async (clientId: string, sequence?: ForecastSequenceInput) =>
    (await server.admin(MessageForecastDocument, { clientId, sequence })).messageForecast;

  /** A model of its own: the messages of a lead that never stops, each after the one before, outside of quiet hours. */
  function allMessagesOf(arrivedAt: number, { delays }: Plan, offset: number): Sent[] {
    const isQuiet = (time: number) => {
      const hour = (((time / HOUR + offset) % 24) + 24) % 24;
      return hour >= 21 || hour < 8;
    };
    const messages: Sent[] = [];
    let before = arrivedAt;
    for (const delay of delays) {
      const dueAt = before + delay * MINUTE;
      let sentAt = dueAt;
      if (dueAt - arrivedAt > HOUR) while (isQuiet(sentAt)) sentAt = Math.floor(sentAt / MINUTE + 1) * MINUTE;
      messages.push({ dueAt, sentAt });
      before = sentAt;
    }
    return messages;
  }

  /** The messages of a lead that may stop after each. */
  function messagesUntilStop(all: Sent[], { stopping }: Plan, pick: (bound: number) => number): Sent[] {
    const stop = all.findIndex(() => pick(100) < stopping);
    return stop === -1 ? all : all.slice(0, stop + 1);
  }

  /** How many of a lead's messages are sent in (now, end) on average, by what is known at `now`. */
  function expectedMessages(lead: { all: Sent[]; messages: Sent[] }, { stopping }: Plan, now: number, end: number) {
    const sent = lead.messages.filter(({ sentAt }) => sentAt <= now).length;
    if (sent === lead.messages.length) return 0;
    return lead.all
      .slice(sent)
      .filter(({ sentAt }) => sentAt < end)
      .reduce((sum, _, after) => sum + (1 - stopping / 100) ** after, 0);
  }

  /** Inserts enrollments as they are at `now`, without the triggers and foreign keys of other tables. */
  async function insert(
    clientId: string,
    sequenceId: string,
    plan: Plan,
    leads: { arrivedAt: number; messages: Sent[] }[],
    now: number,
  ) {
    const rows = leads
      .filter(({ arrivedAt }) => arrivedAt <= now)
      .map(({ arrivedAt, messages }) => {
        const sent = messages.filter(({ sentAt }) => sentAt <= now).length;
        const status = sent < messages.length ? 'active' : sent === plan.delays.length ? 'completed' : 'cancelled';
        const due = messages[sent];
        return {
          id: randomUUID(),
          status,
          sent,
          due: due ? new Date(due.dueAt) : null,
          arrivedAt: new Date(arrivedAt),
        };
      });
    const steps = JSON.stringify(plan.delays.map((delayMinutes) => ({ delayMinutes, message: 'Hi' })));
    await server.dataSource.transaction(async (db) => {
      await db.query(`SET LOCAL session_replication_role = replica`);
      await db.query(
        `INSERT INTO enrollments (id, client_id, sequence_id, lead_id, steps, status, next_step, next_due_at, created_at)
         SELECT id, $1, $2, id, $3, status::enrollment_status, sent, due, arrived_at
         FROM unnest($4::uuid[], $5::text[], $6::int[], $7::timestamptz[], $8::timestamptz[]) row (id, status, sent, due, arrived_at)`,
        [
          clientId,
          sequenceId,
          steps,
          ...(['id', 'status', 'sent', 'due', 'arrivedAt'] as const).map((name) => rows.map((row) => row[name])),
        ],
      );
    });
  }

  it.each(seeds())(
    `is within 5%% of what then happens in virtual time, over ${SETUPS} random set-ups (seed %i)`,
    async (seed) => {
      const pick = pickFrom(seed);
      const errors: number[] = [];
      const errorsOfRest: number[] = [];
      for (let setup = 0; setup < SETUPS; setup += 1) {
        const [timeZone, offset] = Object.entries(zones)[pick(4)]!;
        const client = await createClient(server);
        await sql('UPDATE clients SET time_zone = $2 WHERE id = $1', [client.id, timeZone]);
        const campaign = await createCampaign(server, client.id);
        // The month begins and ends at midnight in the client's zone.
        const monthStart = Date.UTC(2027, 2, 1) - offset * HOUR;
        const monthEnd = Date.UTC(2027, 3, 1) - offset * HOUR;
        const now = monthStart + pick(28 * 24 * 60) * MINUTE;
        let [used, rest, expectedRest] = [0, 0, 0];
        const sentAt: number[] = [];
        for (let number = 0; number <= pick(3); number += 1) {
          const delays = Array.from({ length: 1 + pick(4) }, () => [0, 5, 90, 300, 1440, 2880, 4320][pick(7)]!);
          const plan: Plan = { delays, perDay: 20 + pick(40), stopping: [0, 5, 20][pick(3)]! };
          const { id } = await createSequence(server, client.id, campaign.id, {
            name: `Sequence ${number}`,
            steps: delays.map((delayMinutes) => ({ delayMinutes, message: 'Hi' })),
          });
          await sql('UPDATE sequences SET created_at = $2 WHERE id = $1', [id, new Date(now - HISTORY * DAY)]);
          const gap = DAY / plan.perDay;
          const count = Math.floor((HISTORY * DAY + monthEnd - now) / gap);
          const leads = Array.from({ length: count }, (_, nth) => {
            const arrivedAt = now - HISTORY * DAY + nth * gap + pick(1000) * (gap / 1000);
            const all = allMessagesOf(arrivedAt, plan, offset);
            return { arrivedAt, all, messages: messagesUntilStop(all, plan, pick) };
          });
          for (const lead of leads) expectedRest += expectedMessages(lead, plan, now, monthEnd);
          await insert(client.id, id, plan, leads, now);
          sentAt.push(...leads.flatMap(({ messages }) => messages.map((message) => message.sentAt)));
        }
        used = sentAt.filter((time) => time >= monthStart && time <= now).length;
        rest = sentAt.filter((time) => time > now && time < monthEnd).length;
        const limit = used + Math.floor(rest / 2);
        const entity = await server.dataSource.manager.findOneByOrFail(Client, { id: client.id });
        const forecast = await loadForecast(
          server.dataSource.manager,
          { ...entity, monthlySMSLimit: limit },
          used,
          null,
          new Date(now),
        );
        expect(forecast.month).toBe('2027-03');
        expect(forecast.until.getTime()).toBe(monthEnd);
        expect(forecast.total).toBe(used + forecast.scheduled + forecast.expected);
        errors.push(Math.abs(forecast.total - (used + rest)) / (used + rest));
        if (rest > 200) {
          // 200 messages happen to be 5% more or fewer by chance alone, which nobody can forecast.
          errorsOfRest.push(Math.abs(forecast.total - used - expectedRest) / expectedRest);
          const exceededAt = sentAt.filter((time) => time > now).sort((a, b) => a - b)[limit - used]!;
          expect(forecast.exceedsLimitOn).not.toBeNull();
          const exceedsAt = Date.parse(`${forecast.exceedsLimitOn}T12:00:00Z`) - offset * HOUR;
          expect(Math.abs(exceedsAt - exceededAt)).toBeLessThan(2 * DAY);
        }
      }
      const worst = (values: number[]) => `${(100 * Math.max(...values)).toFixed(1)}%`;
      console.log(`Forecasts: at most ${worst(errors)} of the month, and ${worst(errorsOfRest)} of its rest, away`);
      expect(errors.filter((error) => error > 0.05)).toEqual([]);
      expect(errorsOfRest.filter((error) => error > 0.05)).toEqual([]);
    },
    300_000,
  );

  it('leaves out what is off or paused, and follows a limit', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const now = Date.UTC(2020, 0, 5);
    const plan: Plan = { delays: [0, 1], perDay: 0, stopping: 0 };
    const waiting = {
      arrivedAt: now - 40 * DAY,
      messages: [
        { dueAt: now + MINUTE, sentAt: now + MINUTE },
        { dueAt: now + HOUR, sentAt: now + HOUR },
      ],
    };
    await insert(
      client.id,
      sequence.id,
      plan,
      Array.from({ length: 40 }, () => waiting),
      now,
    );
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { monthlySMSLimit: 30, quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    const virtual = async () => {
      const entity = await server.dataSource.manager.findOneByOrFail(Client, { id: client.id });
      return loadForecast(server.dataSource.manager, { ...entity, timeZone: 'UTC' }, 0, null, new Date(now));
    };
    expect(await virtual()).toMatchObject({ scheduled: 80, limit: 30, exceedsLimitOn: '2020-01-05' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 80 } });
    expect((await virtual()).exceedsLimitOn).toBeNull();
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect((await virtual()).scheduled).toBe(0);
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    expect((await virtual()).sequences).toEqual([]);
  });

  it('counts 100,000 open enrollments, beside as many that are completed', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    await server.dataSource.transaction(async (db) => {
      await db.query('SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0');
      await db.query(
        `INSERT INTO enrollments (client_id, sequence_id, lead_id, steps, status, next_step, next_due_at, created_at)
         SELECT $1, $2, gen_random_uuid(), '[{"delayMinutes": 0, "message": "Hi"}, {"delayMinutes": 0, "message": "Hi"}]',
           (CASE WHEN n % 2 = 0 THEN 'active' ELSE 'completed' END)::enrollment_status, 1 + n % 2, CASE WHEN n % 2 = 0 THEN now() + n * interval '1 ms' END,
           now() - interval '40 days' - n * interval '10 seconds'
         FROM generate_series(1, 200000) n`,
        [client.id, sequence.id],
      );
    });
    await server.dataSource.query('ANALYZE enrollments');
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    const times: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      const startedAt = performance.now();
      expect((await forecastOf(client.id)).scheduled).toBe(100_000);
      times.push(performance.now() - startedAt);
    }
    process.stdout.write(`a forecast of 100,000 open enrollments: ${times.sort((a, b) => a - b)[3]!.toFixed(0)} ms\n`);
  });

  it('counts a sequence that is not saved, from the leads of its campaign', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await sql(`UPDATE campaigns SET created_at = now() - interval '90 days' WHERE id = $1`, [campaign.id]);
    await sql(
      `INSERT INTO leads (client_id, campaign_id, form_data, phone_e164, created_at)
       SELECT $1, $2, '{}', CASE WHEN n % 2 = 0 THEN '+14155550100' END, now() - n * interval '6 hours' FROM generate_series(1, 224) n`,
      [client.id, campaign.id],
    );
    const draft: ForecastSequenceInput = {
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      delayMinutes: [0, 60 * 24 * 60],
    };
    const { sequence, sequences, expected, total } = await forecastOf(client.id, draft);
    // 56 of 112 leads in 28 days have a phone number. The second message is due after the month.
    expect(sequence).toMatchObject({ sequenceId: null, name: null, scheduled: 0 });
    expect(sequence!.enrollmentsPerDay).toBeCloseTo(2, 1);
    expect(sequences).toEqual([sequence]);
    expect([expected, total]).toEqual([sequence!.expected, sequence!.expected]);
    const saved = await createSequence(server, client.id, campaign.id);
    const replacing = await forecastOf(client.id, { ...draft, sequenceId: saved.id });
    expect(replacing.sequences).toHaveLength(1);
    expect(replacing.sequence).toMatchObject({ sequenceId: saved.id, name: saved.name });
  });

  it('rejects a campaign of another client, and steps that cannot be saved', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    const campaign = await createCampaign(server, other.id);
    const draft: ForecastSequenceInput = { campaignId: campaign.id, triggerEvent: 'lead_created', delayMinutes: [0] };
    await expect(forecastOf(one.id, draft)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const delayMinutes of [[], [-1], [1e9], Array<number>(51).fill(1)])
      await expect(forecastOf(other.id, { ...draft, delayMinutes })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(one.call(MessageForecastDocument, { clientId: other.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
