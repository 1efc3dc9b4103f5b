import type { ClientFieldsFragment, UpdateClientInput } from '../../../shared/graphql/generated';
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

/** The parts of a client that the form shows. */
type FormSource = Pick<ClientFieldsFragment, (typeof fieldNames)[number] | 'quietHours' | 'username' | 'sender'>;

/** Converts a client into the form's initial values. */
export function toFormValues(client: FormSource): ClientFormValues {
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

/** Converts the changed values into the update input. Credentials are sent only when login is enabled. */
export function toUpdateInput(
  { username, password, sender: _, ...changes }: Partial<ClientFormValues>,
  isLoginEnabled: boolean,
): UpdateClientInput {
  if (!isLoginEnabled) return changes;
  return {
    ...changes,
    ...(username === undefined ? {} : { username: username.trim() }),
    ...(password ? { password } : {}),
  };
}
