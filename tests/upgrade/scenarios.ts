import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { type RestCaller, signIn, type Scenario, createScenario } from '@dripline/launcher/rest-client';
import type { RunningRelease } from './run-release';

const messageTimeoutMs = 90_000;
const oneMessage = [{ delayMinutes: 0, message: 'Hi {{firstName}}' }];

/** A lead and the number of messages that it should get. */
export interface ExpectedMessages {
  scenario: Scenario;
  lead: string;
  messages: number;
}

/** Calls of an administrator to a running release. */
export interface ReleaseApi {
  call: RestCaller;
  /**
   * Creates a client with a campaign and a sequence of one message, or with `isSlow` of two that are a minute apart.
   */
  createScenario(isSlow?: boolean): Promise<Scenario>;
  /** Submits a lead and waits for its first message. */
  submitLead(scenario: Scenario, lastDigits: string, messages?: number): Promise<ExpectedMessages>;
  /** Waits until the lead has all of its messages. */
  waitForMessages(expected: ExpectedMessages): Promise<void>;
  /** Expects this number of leads in the dashboard, the list and the CSV export. */
  expectLeadCount(scenario: Pick<Scenario, 'clientId'>, leads: number): Promise<void>;
  /** Deletes the client and expects that it is not found afterwards. */
  deleteClient(scenario: Scenario): Promise<void>;
}

/** Signs in to a running release as an administrator. */
export async function connectTo(
  { origin }: RunningRelease,
  admin: { username: string; password: string },
): Promise<ReleaseApi> {
  const { call, read } = await signIn(origin, '/api/auth/login', admin);
  return {
    call,
    async createScenario(isSlow = false) {
      const scenario = await createScenario(call, isSlow ? undefined : oneMessage);
      const { handle } = await call<{ handle: string }>('GET', `/api/clients/${scenario.clientId}`);
      const [campaign] = await call<{ slug: string }[]>('GET', `/api/clients/${scenario.clientId}/campaigns`);
      const page = await read(`/landing/${handle}/${campaign?.slug}`);
      expect(page.includes('Full Name'), 'The landing page has no form.');
      return scenario;
    },
    async submitLead(scenario, lastDigits, messages = 1) {
      const ownScenario = scenario.through(call);
      const lead = await ownScenario.submit(lastDigits);
      await waitForMessages({ scenario: ownScenario, lead, messages: 1 });
      return { scenario, lead, messages };
    },
    waitForMessages: ({ scenario, ...rest }) => waitForMessages({ scenario: scenario.through(call), ...rest }),
    async expectLeadCount({ clientId }, leads) {
      const { totalLeads } = await call<{ totalLeads: number }>('GET', `/api/clients/${clientId}/stats`);
      const listed = await call<unknown[]>('GET', `/api/clients/${clientId}/leads`);
      const rows = (await read(`/api/clients/${clientId}/leads.csv`)).trim().split('\n').length - 1;
      expect(
        totalLeads === leads && listed.length === leads && rows === leads,
        `Expected ${leads} leads: the dashboard shows ${totalLeads}, the list ${listed.length}, the CSV export ${rows}.`,
      );
    },
    async deleteClient({ clientId }) {
      await call('DELETE', `/api/clients/${clientId}`);
      const isGone = await call('GET', `/api/clients/${clientId}`).then(
        () => false,
        (error: Error) => error.message.includes('404'),
      );
      expect(isGone, 'A deleted client still exists.');
    },
  };
}

/** Waits until the lead has all of its messages. Throws a Failure if it does not get them, or gets more. */
async function waitForMessages({ scenario, lead, messages }: ExpectedMessages): Promise<void> {
  for (const deadline = Date.now() + messageTimeoutMs; ; await sleep(200)) {
    const steps = (await scenario.sentMessages(lead)).map(({ step }) => step);
    expect(
      new Set(steps).size === steps.length && steps.length <= messages,
      `A lead got the messages ${steps.join(', ')} instead of ${messages}.`,
    );
    if (steps.length === messages) return;
    expect(Date.now() < deadline, `A lead got ${steps.length} of ${messages} messages.`);
  }
}

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Failure(message);
}
