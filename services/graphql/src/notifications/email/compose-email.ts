import { escapeHtml } from '@dripline/runtime/escape-html';
import { type Notification, NotificationKind } from '../notification.entity';
import type { Email } from './mailer';

/** A notification with the names of its lead and campaign. */
export type EmailedNotification = Pick<Notification, 'kind' | 'leadId' | 'campaignId' | 'leads' | 'actorName'> & {
  fullName: string | null;
  campaignName: string | null;
};

interface EmailContents {
  /** The name of the sender, which also ends the email. */
  from: string;
  /** The origin of the dashboard's URL. */
  siteUrl: string;
  client: { id: string; businessName: string };
  /** The newest ones. */
  items: readonly EmailedNotification[];
  /** The number of all. */
  total: number;
}

/** Composes the email about one or more notifications. Lead names come from visitors. */
export function composeEmail({ from, siteUrl, client, items, total }: EmailContents): Omit<Email, 'to' | 'messageId'> {
  const dashboard = `${siteUrl}/client/dashboard/${client.id}`;
  const lines = items.map((item) => ({ text: describe(item), url: dashboard + linkOf(item) }));
  const more = total > items.length ? `${total - items.length} more` : null;
  const settings = `${dashboard}?tab=settings`;
  const why = `You chose to be emailed what happens at ${oneLine(client.businessName)}. Change it in your`;
  const text = [
    ...lines.map((line) => `${line.text}\n${line.url}\n`),
    ...(more ? [`${more}\n${dashboard}\n`] : []),
    `--\n${why} settings: ${settings}\n${oneLine(from)}`,
  ].join('\n');
  const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: system-ui, sans-serif; line-height: 1.5">
<ul style="padding: 0; list-style: none">${[
    ...lines.map((line) => link(line.url, line.text)),
    ...(more ? [link(dashboard, more)] : []),
  ]
    .map((item) => `<li dir="auto" style="margin: 0 0 12px">${item}</li>`)
    .join('')}</ul>
<p style="font-size: 13px">${escapeHtml(why)} ${link(settings, 'settings')}.<br>${escapeHtml(oneLine(from))}</p>
</body></html>`;
  const subject = total === 1 ? lines[0]!.text : `${total} notifications for ${oneLine(client.businessName)}`;
  return { from: oneLine(from), subject, text, html };
}

/** Opens the A/B tests of the campaign, or the lead, and after a reply the conversation with it. */
const linkOf = ({ kind, leadId, campaignId }: EmailedNotification) => {
  if (kind === NotificationKind.ab_test) return `?tab=campaigns&dialog=ab-tests&id=${campaignId}`;
  return `?tab=leads${leadId === null ? '' : linkOfLead(kind, leadId)}`;
};

const linkOfLead = (kind: NotificationKind, leadId: string) =>
  `&dialog=view&id=${leadId}${kind === NotificationKind.reply ? '&panel=conversation' : ''}`;

/** Says what happened, as the bell does. */
function describe({ kind, leads, actorName, fullName, campaignName }: EmailedNotification): string {
  const lead = fullName === null ? null : oneLine(fullName);
  const actor = oneLine(actorName ?? '');
  switch (kind) {
    case NotificationKind.new_lead:
      return lead === null ? 'New lead' : `New lead: ${lead}`;
    case NotificationKind.reply:
      return `${lead ?? 'A lead'} sent a reply`;
    case NotificationKind.mention:
      return `${actor} mentioned you in a note on ${lead ?? 'a lead'}`;
    case NotificationKind.assignment:
      return `${actor} assigned ${leads === 1 ? (lead ?? 'a lead') : `${leads} leads`} to you`;
    case NotificationKind.ab_test:
      return `The A/B test of ${campaignName === null ? 'a campaign' : oneLine(campaignName)} is complete`;
  }
}

/** Longest name in characters. */
const MAX_NAME = 100;

/** Returns a name on one line, without characters that could hide or reorder the text around it. */
function oneLine(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return [...cleaned].length > MAX_NAME ? `${[...cleaned].slice(0, MAX_NAME - 1).join('')}…` : cleaned;
}
