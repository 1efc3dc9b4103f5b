import type { UpdateClientInput } from '../../shared/graphql/generated';
import type { ListedClient } from './client-row';

const kept = [
  'businessName',
  'contactEmail',
  'notificationPhone',
  'status',
  'timeZone',
  'authEnabled',
  'monthlyCampaignLimit',
  'monthlyLeadLimit',
  'monthlySMSLimit',
  'smsAutoReplyEnabled',
  'webhooksEnabled',
  'abTestingEnabled',
  'whiteLabelEnabled',
] as const;

/** The edit form's values: the client's own, and a password to set. */
export type EditValues = Pick<ListedClient, (typeof kept)[number]> & {
  quietHours: { enabled: boolean; start: string; end: string };
  username: string;
  password: string;
};

/** The form as it opens. */
export function toEditValues(client: ListedClient): EditValues {
  // Field by field: what Apollo hands out carries __typename, which an input refuses.
  const { enabled, start, end } = client.quietHours;
  const values = Object.fromEntries(kept.map((name) => [name, client[name]]));
  return {
    ...values,
    quietHours: { enabled, start, end },
    username: client.username ?? '',
    password: '',
  } as EditValues;
}

/** What is sent: a blank password keeps the current one, and credentials travel only where login is enabled. */
export function toUpdateInput({ username, password, ...rest }: EditValues): UpdateClientInput {
  if (!rest.authEnabled) return rest;
  return { ...rest, username: username.trim(), ...(password ? { password } : {}) };
}
