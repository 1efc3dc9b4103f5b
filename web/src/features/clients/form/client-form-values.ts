import type { BrandFieldsFragment, ClientFieldsFragment, UpdateClientInput } from '../../../shared/graphql/generated';
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
  /** The brand, with blank strings for missing images. */
  brand: { [name in keyof BrandFieldsFragment]: string };
  /** The domain, or a blank string. */
  domain: string;
  username: string;
  password: string;
};

/** The parts of a client that the form shows. */
type FormSource = Pick<
  ClientFieldsFragment,
  (typeof fieldNames)[number] | 'quietHours' | 'username' | 'sender' | 'brand' | 'domain'
>;

/** Converts a client into the form's initial values. */
export function toFormValues(client: FormSource): ClientFormValues {
  // Copies field by field, because Apollo's objects carry __typename, which inputs reject.
  const { enabled, start, end } = client.quietHours;
  const { productName, color, logoImageUrl, faviconImageUrl, socialImageUrl } = client.brand;
  const values = Object.fromEntries(fieldNames.map((name) => [name, client[name]]));
  return {
    ...values,
    quietHours: { enabled, start, end },
    sender: toSenderValues(client.sender),
    brand: {
      productName,
      color,
      logoImageUrl: logoImageUrl ?? '',
      faviconImageUrl: faviconImageUrl ?? '',
      socialImageUrl: socialImageUrl ?? '',
    },
    domain: client.domain ?? '',
    username: client.username ?? '',
    password: '',
  } as ClientFormValues;
}

/** Converts the changed values into the update input. Credentials, brand and domain are sent only if they are in effect. */
export function toUpdateInput(
  { username, password, sender: _, brand, domain, ...rest }: Partial<ClientFormValues>,
  { authEnabled, whiteLabelEnabled }: Pick<ClientFormValues, 'authEnabled' | 'whiteLabelEnabled'>,
): UpdateClientInput {
  const changes: UpdateClientInput = whiteLabelEnabled
    ? { ...rest, ...(brand && { brand: toBrandInput(brand) }), ...(domain !== undefined && { domain: domain.trim() }) }
    : rest;
  if (!authEnabled) return changes;
  return {
    ...changes,
    ...(username === undefined ? {} : { username: username.trim() }),
    ...(password ? { password } : {}),
  };
}

const toBrandInput = ({ productName, color, ...images }: ClientFormValues['brand']) => ({
  productName,
  color,
  logoImageUrl: images.logoImageUrl || null,
  faviconImageUrl: images.faviconImageUrl || null,
  socialImageUrl: images.socialImageUrl || null,
});
