import type { ClientFieldsFragment, UpdateClientInput } from '../../shared/graphql/generated';
import { type SenderValues, toSenderValues } from './sender-values';

const fieldNames = [
  'businessName',
  'contactEmail',
  'notificationPhone',
  'status',
  'timeZone',
  'authEnabled',
  'linkReadOnly',
  'monthlyCampaignLimit',
  'monthlyLeadLimit',
  'monthlySMSLimit',
  'monthlySegmentLimit',
  'smsAutoReplyEnabled',
  'webhooksEnabled',
  'abTestingEnabled',
  'whiteLabelEnabled',
] as const;

/** The values of the edit form: the client's settings, and a new password. */
export type ClientFormValues = Pick<ClientFieldsFragment, (typeof fieldNames)[number]> & {
  quietHours: { enabled: boolean; start: string; end: string };
  sender: SenderValues;
  username: string;
  password: string;
};

/** Converts a client into the form's initial values. */
export function toFormValues(client: ClientFieldsFragment): ClientFormValues {
  // Copies field by field, because Apollo's objects carry __typename, which inputs reject.
  const { enabled, start, end } = client.quietHours;
  const values = Object.fromEntries(fieldNames.map((name) => [name, client[name]]));
  return {
    ...values,
    quietHours: { enabled, start, end },
    sender: toSenderValues(client.sender),
    username: client.username ?? '',
    password: '',
  } as ClientFormValues;
}

/**
 * Converts form values into the update input. A blank password keeps the current one, and credentials are sent only
 * when login is enabled.
 */
export function toUpdateInput({ username, password, ...rest }: Omit<ClientFormValues, 'sender'>): UpdateClientInput {
  if (!rest.authEnabled) return rest;
  return { ...rest, username: username.trim(), ...(password ? { password } : {}) };
}
