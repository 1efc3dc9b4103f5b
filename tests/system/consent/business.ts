import { eventually } from '@dripline/runtime/testing/eventually';
import type { RestCaller } from '@dripline/launcher/rest-client';
import type { MessagingHarness } from '../../harness/messaging-harness';

/** Times in minutes of a business's follow-up, and the fields of its form. */
export interface BusinessOptions {
  /** Delay of the first message. */
  firstDelay?: number;
  /** Whether the form asks for a phone number. */
  asksForPhone?: boolean;
}

/** A client with a landing page whose leads get the messages `A0` and `A1`, and `A contacted` on their first contact. */
export interface Business {
  clientId: string;
  sequenceId: string;
  campaignId: string;
  /** Submits the form. Returns the lead's id. */
  submit(phone: string | null, more?: object): Promise<string>;
  /** Waits until no message of the business is due. */
  settle(): Promise<boolean>;
  /** Lets time pass until the next message of each lead is due, again and again until nothing is left to send. */
  finish(): Promise<void>;
}

const MINUTE = 60_000;

/** Creates a business. Its messages name it by `label`. */
export async function createBusiness(
  harness: MessagingHarness,
  label: string,
  { firstDelay = 0, asksForPhone = true }: BusinessOptions = {},
): Promise<Business> {
  const { call } = harness;
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: `Business ${label}`,
    contactEmail: 'owner@acme.example',
    notificationPhone: 'none',
  });
  const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    name: 'Spring offer',
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'email', type: 'email', label: 'Email', required: false },
      ...(asksForPhone ? [{ id: 'phone', type: 'tel', label: 'Phone', required: false }] : []),
    ],
  });
  const createSequence = (triggerEvent: string, steps: object[]) =>
    call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, {
      ...{ name: triggerEvent, campaignId: campaign.id, triggerEvent, steps },
    });
  const { id: sequenceId } = await createSequence('lead_created', [
    { delayMinutes: firstDelay, message: `[${label}0]` },
    { delayMinutes: 1, message: `[${label}1]` },
  ]);
  await createSequence('lead_contacted', [{ delayMinutes: 0, message: `[${label} contacted]` }]);

  const open = async () =>
    (
      await harness.db.query<{ due: boolean; held: boolean }>(
        `SELECT e.next_due_at <= now() AS due, e.status = 'held' AS held FROM enrollments e JOIN clients c ON c.id = e.client_id
         WHERE e.client_id = $1 AND NOT c.deleting AND e.status IN ('active', 'held')`,
        [client.id],
      )
    ).rows;
  const settle = () => eventually(async () => (await open()).every(({ due, held }) => held || !due));
  return {
    ...{ clientId: client.id, sequenceId, campaignId: campaign.id, settle },
    async submit(phone, more = {}) {
      const { id } = await call<{ id: string }>('POST', `/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
        ...{ fullName: 'Ann Lee', ...(phone === null ? {} : { phone }), ...more },
      });
      await settle();
      return id;
    },
    settle,
    async finish() {
      await settle();
      while ((await open()).some(({ held }) => !held)) {
        // As if the time had passed.
        await harness.db.query(
          `UPDATE enrollments SET next_due_at = next_due_at - $2 * interval '1 millisecond' WHERE client_id = $1 AND status = 'active'`,
          [client.id, 2 * MINUTE],
        );
        await call('POST', '/api/sms/process', { clientId: client.id });
        await settle();
      }
    },
  };
}

/** Calls that people make with a lead or a business. */
export const actions = (call: RestCaller) => ({
  edit: (leadId: string, phone: string, more: object = {}) =>
    call('PUT', `/api/leads/${leadId}`, { formData: { fullName: 'Ann Lee', phone, ...more } }),
  setStatus: (leadId: string, status: string) => call('PUT', `/api/leads/${leadId}`, { status }),
  deleteLead: (leadId: string) => call('DELETE', `/api/leads/${leadId}`),
  erase: ({ clientId }: Business, person: { phone: string } | { email: string }) =>
    call('POST', `/api/clients/${clientId}/person/erase`, person),
  update: ({ clientId }: Business, settings: object) => call('PUT', `/api/clients/${clientId}`, settings),
  deleteClient: ({ clientId }: Business) => call('DELETE', `/api/clients/${clientId}`),
  deleteSequence: ({ sequenceId }: Business) => call('DELETE', `/api/sms-sequences/${sequenceId}`),
  deleteCampaign: ({ campaignId }: Business) =>
    graphql(call, 'mutation ($id: ID!) { deleteCampaign(id: $id) }', { id: campaignId }),
  setSequence: ({ sequenceId }: Business, status: string) =>
    call('PUT', `/api/sms-sequences/${sequenceId}`, { status }),
  setSender: ({ clientId }: Business, fromNumber: string) =>
    graphql(
      call,
      'mutation ($clientId: ID!, $input: SenderInput!) { setSender(clientId: $clientId, input: $input) { id } }',
      { clientId, input: { fromNumber, messagesPerSecond: 100 } },
    ),
  removeSender: ({ clientId }: Business) =>
    graphql(call, 'mutation ($clientId: ID!) { removeSender(clientId: $clientId) { id } }', { clientId }),
  recordOptOut: (id: string) => graphql(call, 'mutation ($id: ID!) { recordOptOut(id: $id) { id } }', { id }),
  recordConsent: (id: string) =>
    graphql(call, 'mutation ($id: ID!) { recordConsent(id: $id, howObtained: "Signed at the counter") { id } }', {
      id,
    }),
});

async function graphql(call: RestCaller, query: string, variables: object): Promise<void> {
  const { errors } = await call<{ errors?: { message: string }[] }>('POST', '/graphql', { query, variables });
  if (errors) throw new Error(errors[0]!.message);
}
