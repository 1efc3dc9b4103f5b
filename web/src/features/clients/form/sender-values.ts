import type { SenderInput } from '../../../shared/graphql/generated';
import type { ClientRow } from '../client-row';

/** The sender in the edit form. */
export interface SenderValues {
  kind: 'shared' | 'service' | 'number';
  messagingServiceSid: string;
  fromNumber: string;
  brandRegistrationId: string;
  campaignRegistrationId: string;
  messagesPerSecond: number;
  /** The version of the stored sender, which the user does not see. */
  version: number | null;
}

/** Converts a client's sender into the form's initial values. */
export function toSenderValues(sender: Omit<NonNullable<ClientRow['sender']>, 'rejectedCode'> | null): SenderValues {
  return {
    kind: sender ? (sender.messagingServiceSid ? 'service' : 'number') : 'shared',
    messagingServiceSid: sender?.messagingServiceSid ?? '',
    fromNumber: sender?.fromNumber ?? '',
    brandRegistrationId: sender?.brandRegistrationId ?? '',
    campaignRegistrationId: sender?.campaignRegistrationId ?? '',
    messagesPerSecond: sender?.messagesPerSecond ?? 1,
    version: sender?.version ?? null,
  };
}

/** Converts the form's values into the input, or null for the sender that clients share. */
export function toSenderInput({ kind, version: _, ...values }: SenderValues): SenderInput | null {
  if (kind === 'shared') return null;
  const address =
    kind === 'service'
      ? { messagingServiceSid: values.messagingServiceSid.trim() }
      : { fromNumber: values.fromNumber.trim() };
  return {
    ...address,
    brandRegistrationId: values.brandRegistrationId.trim() || null,
    campaignRegistrationId: values.campaignRegistrationId.trim() || null,
    messagesPerSecond: values.messagesPerSecond,
  };
}
