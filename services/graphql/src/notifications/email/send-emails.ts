import { siteUrlOf } from '../../clients/client-domain';
import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Settings } from '../../api/context';
import { type Brand, shownProductName } from '../../clients/brand.types';
import { log } from '../../telemetry/log';
import { composeEmail, type EmailedNotification } from './compose-email';
import type { Mailer } from './mailer';

/** Accounts that are emailed at a time. */
const PAGE_SIZE = 50;
/** Notifications that an email lists. The others are counted. */
const MAX_LISTED = 20;

const emails = new Counter({
  name: 'dripline_notification_emails_total',
  help: 'Emails of notifications that the SMTP server accepted (sent), or that failed and are tried again (failed).',
  labelNames: ['result'],
  registers: [metrics],
});

/** The condition of notifications that an account of `settings` is shown and wants to be emailed. */
const WANTED = `item.client_id = settings.client_id AND item.kind = ANY (settings.email_kinds)
  AND (item.member_id IS NULL OR item.member_id = settings.member_id OR (settings.member_id IS NULL AND item.kind = 'reply'))`;
/** Those that were not emailed yet. What could not be emailed for a day is left out. */
export const PENDING = `${WANTED} AND item.created_at > greatest(settings.emailed_until, now() - interval '1 day')`;
/** A notification has the time at which its transaction began, so it waits until that has ended. */
const SETTLED = `now() - interval '20 seconds'`;
/** Where an account is emailed, or null. Administrators are not. */
export const ADDRESS = `CASE WHEN member.id IS NOT NULL THEN member.email WHEN settings.admin_id IS NULL THEN client.contact_email END`;

/** Claims the next accounts with something to email. A claim that was not recorded ends with the pause. */
const CLAIM = `
  UPDATE notification_settings claimed SET next_email_at = now() + interval '5 minutes', emailing_until = coalesce(claimed.emailing_until, ${SETTLED})
  FROM (
    SELECT settings.id, ${ADDRESS} AS address, client.business_name, client.white_label_enabled, client.brand, client.domain
    FROM notification_settings settings JOIN clients client ON client.id = settings.client_id LEFT JOIN members member ON member.id = settings.member_id
    WHERE settings.email_kinds <> '{}' AND settings.next_email_at <= now() AND client.status = 'active' AND ${ADDRESS} IS NOT NULL
      AND (settings.member_id IS NULL OR client.auth_enabled)
      AND EXISTS (SELECT FROM notifications item WHERE ${PENDING} AND item.created_at <= ${SETTLED})
    ORDER BY settings.next_email_at, settings.id LIMIT ${PAGE_SIZE} FOR UPDATE OF settings SKIP LOCKED
  ) due WHERE claimed.id = due.id
  RETURNING claimed.id, claimed.client_id AS "clientId", due.address, due.business_name AS "businessName", due.white_label_enabled AS "whiteLabelEnabled", due.brand, due.domain, extract(epoch FROM claimed.emailed_until) AS after`;

const LOAD = `
  SELECT item.kind, item.lead_id AS "leadId", item.campaign_id AS "campaignId", campaign.name AS "campaignName", item.leads, item.actor_name AS "actorName", lead.full_name AS "fullName", (count(*) OVER ())::int AS total
  FROM notification_settings settings JOIN notifications item ON ${PENDING} AND item.created_at <= settings.emailing_until LEFT JOIN leads lead ON lead.id = item.lead_id LEFT JOIN campaigns campaign ON campaign.id = item.campaign_id
  WHERE settings.id = $1 ORDER BY item.created_at DESC, item.id DESC LIMIT ${MAX_LISTED}`;

/** What is left is emailed after the pause, or at once if there was nothing to email. */
const RECORD_SENT = `
  UPDATE notification_settings SET emailed_until = greatest(emailed_until, emailing_until), emailing_until = NULL, email_failed_at = NULL,
    next_email_at = CASE WHEN $2::boolean THEN next_email_at ELSE now() END WHERE id = $1`;
/** After a refusal the next email contains what happened since. Otherwise the email may have arrived, so its contents stay. */
const RECORD_FAILURE = `
  UPDATE notification_settings SET email_failed_at = now(), emailing_until = CASE WHEN $2::boolean THEN NULL ELSE emailing_until END, next_email_at = now() + CASE WHEN email_failed_at IS NULL THEN interval '5 minutes' ELSE interval '1 hour' END
  WHERE id = $1`;

interface ClaimedAccount {
  id: string;
  clientId: string;
  address: string;
  businessName: string;
  whiteLabelEnabled: boolean;
  brand: Brand;
  domain: string | null;
  /** Until when it was emailed, in Unix seconds. */
  after: string;
}

interface Dependencies {
  dataSource: DataSource;
  settings: Pick<Settings, 'publicUrl' | 'productName'>;
  mailer: Mailer;
}

/**
 * Emails accounts what they were notified of since their last email, in pages. An account is claimed before it is emailed.
 * An email whose result is not known is sent again with the same ID.
 *
 * @throws if no email of a page was accepted
 */
export async function sendEmails({ dataSource, settings, mailer }: Dependencies, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const [accounts] = await dataSource.query<[ClaimedAccount[], number]>(CLAIM);
    const failures = (await Promise.all(accounts.map(emailAccount))).filter((failure) => failure !== null);
    if (failures.length > 0) {
      log.warn(
        { ...failures[0], failed: failures.length, accounts: accounts.length },
        'emails of notifications failed',
      );
      if (failures.length === accounts.length) throw new Error('no email was accepted');
    }
    if (accounts.length < PAGE_SIZE || signal?.aborted) return;
  }

  /** Returns why it failed, or null. */
  async function emailAccount(account: ClaimedAccount) {
    const { id, clientId, address, businessName, after } = account;
    const items = await dataSource.query<(EmailedNotification & { total: number })[]>(LOAD, [id]);
    const total = items[0]?.total ?? 0;
    const email = composeEmail({
      from: shownProductName(account, settings.productName),
      siteUrl: siteUrlOf(account, settings),
      client: { id: clientId, businessName },
      items,
      total,
    });
    try {
      if (total > 0) await mailer.send({ ...email, to: address, messageId: `${id}.${after}` });
    } catch (error) {
      emails.inc({ result: 'failed' });
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      await dataSource.query(RECORD_FAILURE, [id, responseCode !== undefined]);
      return { code, responseCode };
    }
    if (total > 0) emails.inc({ result: 'sent' });
    await dataSource.query(RECORD_SENT, [id, total > 0]);
    return null;
  }
}
