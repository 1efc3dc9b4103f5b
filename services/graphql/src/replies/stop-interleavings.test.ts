import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { createCampaign, createClient, createSequence } from '../testing/fixtures';
import {
  ClaimRetryDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
} from '../testing/internal-operations/generated';
import {
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeleteLeadDocument,
  ErasePersonDocument,
  SubmitLeadDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { purgeLeads } from '../jobs/purge-leads';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';

const INTERLEAVINGS = 200;
/** Interleavings that run at once. */
const CONCURRENCY = 8;
/** Times in milliseconds over which the events of an interleaving are spread. */
const SPREAD_MS = 40;
const DAY_MS = 24 * 60 * 60_000;
const TOKEN = 'a token';
const PUBLIC_URL = 'https://leads.example.com';

/**
 * Fails the next writes for a number with a deadlock: storing its opt-out, and cancelling its enrollments. Sequences
 * count the writes, because a rollback does not undo them.
 */
const INJECTION = `
  CREATE FUNCTION inject_deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE counter text := replace(TG_ARGV[0] || (to_jsonb(NEW) ->> TG_ARGV[1]), '\\', '');
  BEGIN
    IF to_regclass(quote_ident(counter)) IS NOT NULL AND nextval(quote_ident(counter)) <= 0 THEN
      RAISE EXCEPTION 'injected' USING ERRCODE = 'deadlock_detected';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER inject BEFORE INSERT ON suppressions FOR EACH ROW EXECUTE FUNCTION inject_deadlock('opt_out_', 'number_hash');
  CREATE TRIGGER inject BEFORE UPDATE ON enrollments FOR EACH ROW WHEN (NEW.reason = 'opted_out') EXECUTE FUNCTION inject_deadlock('cancel_', 'to_e164')`;

describe.each(seeds())('STOP among other events (seed %i)', (seed) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ twilioAuthTokens: [TOKEN], publicUrl: PUBLIC_URL });
    await server.dataSource.query(INJECTION);
  });
  afterAll(() => server.stop());

  async function reply(from: string, body: string): Promise<number> {
    const path = '/webhooks/twilio/inbound';
    const fields = { MessageSid: `SM${randomUUID()}`, From: from, To: '+15005550006', Body: body };
    const { status } = await fetch(`${new URL(server.url).origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': getExpectedTwilioSignature(TOKEN, `${PUBLIC_URL}${path}`, fields),
      },
      body: new URLSearchParams(fields),
    });
    return status;
  }

  /** Lets the next writes for the number fail: up to three, because STOP is tried five times and meets real conflicts, too. */
  async function injectDeadlocks(phone: string, pick: (bound: number) => number): Promise<void> {
    const [{ hash }] = await server.dataSource.query<[{ hash: string }]>(
      `SELECT encode(number_hash($1), 'hex') AS hash`,
      [phone],
    );
    for (const counter of [`opt_out_x${hash}`, `cancel_${phone}`]) {
      const failures = pick(4);
      await server.dataSource.query(`CREATE SEQUENCE "${counter}" MINVALUE -10 START ${1 - failures}`);
      await server.dataSource.query(`GRANT USAGE ON SEQUENCE "${counter}" TO PUBLIC`);
    }
  }

  const enrollmentsOf = (phone: string) =>
    server.dataSource.query<{ id: string }[]>('SELECT id FROM enrollments WHERE to_e164 = $1', [phone]);

  async function runInterleaving(index: number) {
    const pick = pickFrom(`${seed}/${index}`);
    const phone = `+1415556${String(1_000 + index)}`;
    const client = await createClient(server, { authEnabled: false });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: Array.from({ length: 20 }, (_, step) => ({ delayMinutes: 0, message: `Step ${step}` })),
    });
    const submit = async () =>
      (
        await server.visitor(
          SubmitLeadDocument,
          { client: client.handle, slug: campaign.slug, formData: { fullName: 'Ann', phone } },
          { 'x-forwarded-for': `10.${index}.${pick(250)}.${pick(250)}` },
        )
      ).submitLead.id;
    const leadId = await submit();
    await injectDeadlocks(phone, pick);

    let stoppedAt = Infinity;
    /** Sends that a claim approved, by when the claim began. */
    const approvals: { claimedAt: number; kind: string }[] = [];
    const approve = (claimedAt: number, kind: string, message: { attemptedBefore: boolean } | null) => {
      if (message && !message.attemptedBefore) approvals.push({ claimedAt, kind });
    };
    const claimAll = async () => {
      for (const { id: enrollmentId } of await enrollmentsOf(phone)) {
        const claimedAt = performance.now();
        const { message } = (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;
        approve(claimedAt, 'step', message);
        if (!message) continue;
        // One attempt of four stays without an outcome, so that another claim takes it up.
        if (pick(4) > 0)
          await server.service(RecordSendResultDocument, {
            outcome: { messageId: message.id, status: 'sent', providerId: `SM-${message.id}` },
          });
        else {
          const retriedAt = performance.now();
          const retry = await server.service(ClaimRetryDocument, { messageId: message.id, attempts: message.attempts });
          approve(retriedAt, 'retry', retry.claimRetry.message);
        }
      }
    };
    const claimUntilStopped = async () => {
      do {
        await claimAll().catch(ignoreConflict);
        await delay(pick(10));
      } while (stoppedAt === Infinity);
    };
    const events: Record<string, () => Promise<unknown>> = {
      'delete the lead': () => server.admin(DeleteLeadDocument, { id: leadId }),
      'erase the person': () => server.admin(ErasePersonDocument, { clientId: client.id, phone }),
      'delete the campaign': () => server.admin(DeleteCampaignDocument, { id: campaign.id }),
      'delete the client': () => server.admin(DeleteClientDocument, { id: client.id }),
      'submit the form again': submit,
      'mark the lead contacted': () => server.admin(UpdateLeadDocument, { id: leadId, input: { status: 'contacted' } }),
      'edit the number': () =>
        server.admin(UpdateLeadDocument, { id: leadId, input: { formData: { phone: '+14155559999' } } }),
      'purge what is old': async () => {
        await server.dataSource.query(
          'INSERT INTO retention_policies (client_id, lead_days) VALUES ($1, 30) ON CONFLICT DO NOTHING',
          [client.id],
        );
        await purgeLeads(server.dataSource, new AbortController().signal, { now: new Date(Date.now() + 31 * DAY_MS) });
      },
    };
    const names = Object.keys(events);
    const chosen = Array.from({ length: 1 + pick(3) }, () => names[pick(names.length)]!);
    const stopDelay = pick(SPREAD_MS);
    const stop = async () => {
      await delay(stopDelay);
      const status = await reply(phone, 'STOP');
      stoppedAt = performance.now();
      return status;
    };
    const [status] = await Promise.all([
      stop(),
      claimUntilStopped(),
      claimUntilStopped(),
      ...chosen.map(async (name) => {
        await delay(pick(SPREAD_MS));
        await events[name]!().catch(ignoreConflict);
      }),
    ]);
    await claimAll().catch(ignoreConflict);
    const [recorded] = await server.dataSource.query<[{ suppressions: number; evidence: number }]>(
      `SELECT (SELECT count(*)::int FROM suppressions WHERE number_hash = number_hash($1)) AS suppressions,
         (SELECT count(*)::int FROM evidence WHERE number_hash = number_hash($1) AND kind = 'opt_out') AS evidence`,
      [phone],
    );
    return {
      title: `${index}: ${chosen.join(', ')}`,
      ...{ status, ...recorded, approvals: approvals.length },
      afterStop: approvals.filter(({ claimedAt }) => claimedAt > stoppedAt),
    };
  }

  it(`is recorded in ${INTERLEAVINGS} interleavings, and no claim that begins later approves a message`, async () => {
    const results: Awaited<ReturnType<typeof runInterleaving>>[] = [];
    let next = 0;
    const run = async () => {
      while (next < INTERLEAVINGS) results.push(await runInterleaving((next += 1)));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, run));
    expect(results).toHaveLength(INTERLEAVINGS);
    expect(
      results.filter(
        ({ status, suppressions, evidence, afterStop }) =>
          status !== 200 || suppressions !== 1 || evidence !== 1 || afterStop.length > 0,
      ),
    ).toEqual([]);
    // Otherwise STOP always came first, and nothing was tested.
    expect(results.filter(({ approvals }) => approvals > 0).length).toBeGreaterThan(INTERLEAVINGS / 2);
  }, 300_000);
});

/** Passes what concurrent changes cause: locks and deadlocks, and leads and clients that are gone. */
function ignoreConflict(error: unknown): void {
  const { code } = error as { code?: string };
  if (!['UNAVAILABLE', 'NOT_FOUND', 'CONFLICT', '40P01', '55P03'].includes(code ?? '')) throw error;
}
