import { toWords } from '../../../shared/format';
import { brandMessages } from '../../../messages/brand';
import { consoleMessages } from '../../../messages/admin-console';
import { senderMessages } from '../../../messages/senders';
import { sharedMessages } from '../../../messages/shared';
import { signInMessages } from '../../../messages/sign-in';

const labels: Record<string, string> = {
  businessName: sharedMessages.businessName,
  contactEmail: sharedMessages.contactEmail,
  notificationPhone: sharedMessages.notificationPhone,
  monthlyCampaignLimit: consoleMessages.monthlyCampaignLimit,
  monthlyLeadLimit: consoleMessages.monthlyLeadLimit,
  monthlySMSLimit: consoleMessages.monthlySMSLimit,
  monthlySegmentLimit: consoleMessages.monthlySegmentLimit,
  'sender.kind': senderMessages.sentFrom,
  'sender.messagingServiceSid': senderMessages.serviceSid,
  'sender.fromNumber': senderMessages.fromNumber,
  'sender.brandRegistrationId': senderMessages.brandId,
  'sender.campaignRegistrationId': senderMessages.campaignId,
  'sender.messagesPerSecond': senderMessages.rate,
  username: signInMessages.username,
  authEnabled: consoleMessages.enableLogin,
  smsAutoReplyEnabled: consoleMessages.smsAutoReply,
  webhooksEnabled: sharedMessages.webhooks,
  abTestingEnabled: consoleMessages.abTesting,
  whiteLabelEnabled: consoleMessages.whiteLabel,
  domain: brandMessages.domain,
  'brand.productName': brandMessages.productName,
  'brand.color': brandMessages.color,
  'brand.logoImageUrl': brandMessages.logo,
  'brand.faviconImageUrl': brandMessages.favicon,
  'brand.socialImageUrl': brandMessages.social,
};
/** Returns the label of a field of the edit form from its path. */
export const labelOf = (name: string) => labels[name] ?? toWords(name.replaceAll('.', ' '));
