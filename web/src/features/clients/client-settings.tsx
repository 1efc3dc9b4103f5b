import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import { formatTimeOfDay } from '../../shared/format';
import { formatPhone } from '../../shared/phone';
import { DataList } from '../../ui/data/data-list';
import { Card } from '../../ui/layout/card';
import { StatusBadge } from '../../shared/status-badge';
import { senderMessages } from '../../messages/senders';
import { sharedMessages } from '../../messages/shared';

const quietHoursText = ({ enabled, start, end }: ClientFieldsFragment['quietHours']) =>
  enabled
    ? `No text messages from ${formatTimeOfDay(start)} to ${formatTimeOfDay(end)} in the recipient’s time zone`
    : 'Off: messages are sent at any time';

const senderText = (sender: ClientFieldsFragment['sender']) =>
  sender
    ? sender.messagingServiceSid
      ? senderMessages.ofService(sender.messagingServiceSid)
      : formatPhone(sender.fromNumber!)
    : senderMessages.ofAgency;

/** The rows about the client's own sender. */
function senderRows({ sender }: ClientFieldsFragment) {
  const { brandRegistrationId: brand, campaignRegistrationId: campaign, messagesPerSecond } = sender ?? {};
  const registration = [brand && senderMessages.ofBrand(brand), campaign && senderMessages.ofCampaign(campaign)];
  return [
    { label: senderMessages.sender, value: senderText(sender) },
    ...(brand || campaign
      ? [{ label: senderMessages.registration, value: registration.filter(Boolean).join(', ') }]
      : []),
    ...(sender ? [{ label: senderMessages.rate, value: String(messagesPerSecond) }] : []),
    ...(sender?.rejectedCode ? [{ label: senderMessages.rejected, value: senderMessages.waiting }] : []),
  ];
}

/** The client's details, read-only. */
export function ClientSettings({ client }: { client: ClientFieldsFragment }) {
  const rows = [
    { label: sharedMessages.businessName, value: client.businessName },
    { label: sharedMessages.contactEmail, value: client.contactEmail },
    { label: sharedMessages.notificationPhone, value: formatPhone(client.notificationPhone) },
    { label: sharedMessages.status, value: <StatusBadge status={client.status} /> },
    { label: 'Time zone', value: client.timeZone.replaceAll('_', ' ') },
    { label: 'Quiet hours', value: quietHoursText(client.quietHours) },
    ...senderRows(client),
  ];
  return (
    <Card padding="5">
      <DataList rows={rows} />
    </Card>
  );
}
