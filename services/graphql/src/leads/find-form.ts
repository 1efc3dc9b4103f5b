import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import type { Campaign } from '../campaigns/campaign.entity';
import type { FormField } from '../campaigns/form-field.entity';
import type { Client } from '../clients/client.entity';
import { fail } from '../api/errors';
import { runPrepared } from '../database/run-prepared';

/** A campaign's form with everything that a submission needs. */
export interface SubmittedForm {
  client: Pick<Client, 'id' | 'handle' | 'businessName' | 'notificationPhone' | 'leadNotificationsEnabled'>;
  campaign: Pick<
    Campaign,
    | 'id'
    | 'name'
    | 'slug'
    | 'language'
    | 'disclosure'
    | 'adConsentText'
    | 'pageVersion'
    | 'postSubmissionType'
    | 'thankYouMessage'
    | 'redirectUrl'
  >;
  fields: Pick<FormField, 'id' | 'type' | 'label' | 'required' | 'options'>[];
  /** Whether a new lead starts a sequence or a webhook delivery. */
  startsWork: boolean;
}

// OFFSET keeps the expression from becoming a condition on the table. There, row-level security would make Postgres read
// all campaigns before it evaluates an expression that may reveal what it sees.
const byKey = (key: 'id' | 'handle') => ({
  name: `find-form-by-${key}`,
  text: `
    SELECT json_build_object('id', c.id, 'handle', c.handle, 'businessName', c.business_name, 'notificationPhone', c.notification_phone,
        'leadNotificationsEnabled', c.lead_notifications_enabled) AS client,
      json_build_object('id', k.id, 'name', k.name, 'slug', k.slug, 'language', k.language, 'disclosure', k.disclosure, 'adConsentText', k.ad_consent_text, 'pageVersion', k.page_version, 'postSubmissionType', k.post_submission_type,
        'thankYouMessage', k.thank_you_message, 'redirectUrl', k.redirect_url) AS campaign,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'type', f.type, 'label', f.label, 'required', f.required, 'options', f.options) ORDER BY f.position), '[]')
       FROM form_fields f WHERE f.campaign_id = k.id) AS fields,
      EXISTS (SELECT FROM sequences WHERE campaign_id = k.id AND trigger_event = 'lead_created')
        OR EXISTS (SELECT FROM webhooks w WHERE w.client_id = c.id AND w.enabled AND c.webhooks_enabled AND w.events && '{lead.created,lead.conversion}') AS "startsWork"
    FROM clients c
    LEFT JOIN campaigns current ON current.client_id = c.id AND current.slug = $2
    LEFT JOIN slug_redirects previous ON previous.client_id = c.id AND previous.slug = $2
    CROSS JOIN LATERAL (SELECT coalesce(current.id, previous.campaign_id) AS id OFFSET 0) found
    JOIN campaigns k ON k.id = found.id
    WHERE c.${key} = $1 AND c.status = 'active' AND k.status = 'active'`,
});
const statements = { id: byKey('id'), handle: byKey('handle') };

/**
 * Loads the form of an active campaign.
 *
 * @param client the client's handle or id
 * @throws NOT_FOUND if the client or the campaign is unknown or inactive
 */
export async function findForm(db: EntityManager, client: string, slug: string): Promise<SubmittedForm> {
  const statement = isUUID(client) ? statements.id : statements.handle;
  const [form] = await runPrepared<SubmittedForm>(db, statement, [client.toLowerCase(), slug.toLowerCase()]);
  if (!form) throw fail('NOT_FOUND', 'Campaign not found');
  return form;
}
