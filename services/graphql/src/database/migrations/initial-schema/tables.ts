const DEFAULT_DISCLOSURE =
  'By sending this form you agree that {{businessName}} may call you and send you automated texts about your request. ' +
  'Message frequency varies. Message and data rates may apply. Reply STOP to stop, HELP for help. Your agreement is not a condition of any purchase.';

/** The text that a search of leads looks through. The index and `search_leads` must use the same expression. */
export const SEARCHED_TEXT = `coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_e164, '')`;

/** Types, tables and indexes. */
export const tables = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pgcrypto;

CREATE TYPE client_status AS ENUM ('active', 'inactive');
CREATE TYPE form_field_type AS ENUM ('text', 'email', 'tel', 'textarea', 'select');
CREATE TYPE campaign_status AS ENUM ('active', 'inactive');
CREATE TYPE post_submission_type AS ENUM ('message', 'redirect');
CREATE TYPE lead_status AS ENUM ('new', 'contacted', 'qualified', 'converted');
CREATE TYPE user_role AS ENUM ('admin');
CREATE TYPE trigger_event AS ENUM ('lead_created', 'lead_contacted');
CREATE TYPE sequence_status AS ENUM ('active', 'inactive');
CREATE TYPE enrollment_status AS ENUM ('active', 'held', 'completed', 'cancelled');
CREATE TYPE change_kind AS ENUM ('lead_created', 'lead_updated', 'message_updated', 'enrollment_updated');
CREATE TYPE sms_status AS ENUM ('queued', 'sent', 'failed', 'skipped', 'held');

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  username text NOT NULL,
  password_hash text NOT NULL,
  role user_role NOT NULL DEFAULT 'admin',
  second_factor_asked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));

CREATE TABLE clients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  handle text NOT NULL,
  business_name text NOT NULL,
  contact_email text NOT NULL,
  notification_phone text NOT NULL,
  username text,
  password_hash text,
  auth_enabled boolean NOT NULL DEFAULT false,
  status client_status NOT NULL DEFAULT 'active',
  monthly_campaign_limit integer NOT NULL DEFAULT 10,
  monthly_lead_limit integer NOT NULL DEFAULT 1000,
  monthly_sms_limit integer NOT NULL DEFAULT 1000,
  monthly_segment_limit integer NOT NULL DEFAULT 10000000,
  sms_auto_reply_enabled boolean NOT NULL DEFAULT true,
  webhooks_enabled boolean NOT NULL DEFAULT false,
  ab_testing_enabled boolean NOT NULL DEFAULT false,
  white_label_enabled boolean NOT NULL DEFAULT false,
  link_read_only boolean NOT NULL DEFAULT false,
  time_zone text NOT NULL,
  quiet_hours jsonb NOT NULL DEFAULT '{"enabled":true,"start":"21:00","end":"08:00"}',
  deleting boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT clients_login CHECK (NOT auth_enabled OR (username IS NOT NULL AND password_hash IS NOT NULL)),
  CONSTRAINT clients_limits CHECK (monthly_campaign_limit >= 1 AND monthly_lead_limit >= 0 AND monthly_sms_limit >= 0 AND monthly_segment_limit >= 0)
);
CREATE UNIQUE INDEX clients_handle_key ON clients (handle);
CREATE UNIQUE INDEX clients_username_key ON clients (lower(username));
CREATE INDEX clients_created_at_idx ON clients (created_at, id);

-- A client without a row shares the sender of the installation.
CREATE TABLE senders (
  client_id uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  messaging_service_sid text,
  from_number text,
  brand_registration_id text,
  campaign_registration_id text,
  messages_per_second double precision NOT NULL DEFAULT 1,
  rejected_code text,
  rejected_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT senders_one CHECK (num_nonnulls(messaging_service_sid, from_number) = 1),
  CONSTRAINT senders_rate CHECK (messages_per_second > 0 AND messages_per_second <= 100)
);
CREATE UNIQUE INDEX senders_messaging_service_sid_key ON senders (messaging_service_sid);
CREATE UNIQUE INDEX senders_from_number_key ON senders (from_number);

-- Keys without a client are the agency's.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL,
  token_hash bytea NOT NULL,
  token_start text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX api_keys_token_hash_key ON api_keys (token_hash);
CREATE INDEX api_keys_client_id_idx ON api_keys (client_id, created_at, id);

-- Unlogged, because a crash may forget when the next message may be sent.
CREATE UNLOGGED TABLE sender_pacing (sender text PRIMARY KEY, free_at timestamptz NOT NULL, next_at timestamptz NOT NULL);

CREATE TABLE retention_policies (
  client_id uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  lead_days integer,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT retention_policies_lead_days CHECK (lead_days BETWEEN 30 AND 3650)
);

CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  device text NOT NULL DEFAULT '',
  network text,
  expires_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sessions_one_account CHECK (num_nonnulls(user_id, client_id) = 1)
);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_client_id_idx ON sessions (client_id);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT passkeys_one_account CHECK (num_nonnulls(user_id, client_id) = 1)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);
CREATE INDEX passkeys_client_id_idx ON passkeys (client_id);

CREATE TABLE authenticators (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  encrypted_secret text NOT NULL,
  last_step integer NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT authenticators_one_account CHECK (num_nonnulls(user_id, client_id) = 1)
);
CREATE UNIQUE INDEX authenticators_user_id_key ON authenticators (user_id);
CREATE UNIQUE INDEX authenticators_client_id_key ON authenticators (client_id);

CREATE TABLE recovery_codes (
  code_hash text PRIMARY KEY,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  CONSTRAINT recovery_codes_one_account CHECK (num_nonnulls(user_id, client_id) = 1)
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id);
CREATE INDEX recovery_codes_client_id_idx ON recovery_codes (client_id);

CREATE TABLE sign_in_challenges (
  token_hash text PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  webauthn_challenge text,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_user_id_idx ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_client_id_idx ON sign_in_challenges (client_id);
CREATE INDEX sign_in_challenges_expires_at_idx ON sign_in_challenges (expires_at);

CREATE TABLE sign_in_attempts (
  account text PRIMARY KEY,
  failures integer NOT NULL,
  next_turn_at timestamptz NOT NULL,
  last_failure_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_attempts_last_failure_at_idx ON sign_in_attempts (last_failure_at);

CREATE TABLE admin_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX admin_invitations_token_hash_key ON admin_invitations (token_hash);
CREATE INDEX admin_invitations_user_id_idx ON admin_invitations (user_id);

-- No foreign keys, because entries outlive the client and the administrator.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  actor text NOT NULL,
  actor_user_id uuid,
  actor_name text,
  api_key_name text,
  audited_client uuid,
  operation text NOT NULL,
  object_kind text,
  object_ref text,
  outcome text,
  network text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_entries_created_at_idx ON audit_entries (created_at, id);
CREATE INDEX audit_entries_actor_idx ON audit_entries (actor, created_at, id);
CREATE INDEX audit_entries_actor_user_id_idx ON audit_entries (actor_user_id, created_at, id);
CREATE INDEX audit_entries_failed_idx ON audit_entries (created_at, id) WHERE outcome IS DISTINCT FROM 'ok';
CREATE INDEX audit_entries_audited_client_idx ON audit_entries (audited_client, created_at, id);

-- The shape that rate-limiter-flexible expects. Unlogged, because a crash may forget the counters.
CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);

-- The owner is an account, an API key or a dashboard link, so it has no foreign key.
CREATE TABLE idempotency_keys (
  owner text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  encrypted_response text,
  locked_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE campaigns (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  name text NOT NULL,
  slug text NOT NULL,
  status campaign_status NOT NULL DEFAULT 'active',
  headline text NOT NULL DEFAULT '',
  subheadline text NOT NULL DEFAULT '',
  logo_image_url text,
  logo_size integer NOT NULL DEFAULT 64,
  background_image_url text,
  form_image_url text,
  form_image_size integer NOT NULL DEFAULT 160,
  form_video_url text,
  submit_button_text text NOT NULL DEFAULT 'Get My Free Info',
  post_submission_type post_submission_type NOT NULL DEFAULT 'message',
  redirect_url text,
  thank_you_message text NOT NULL DEFAULT '',
  disclosure text NOT NULL DEFAULT '${DEFAULT_DISCLOSURE}',
  page_version text NOT NULL DEFAULT 'first',
  deleting boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX campaigns_client_slug_key ON campaigns (client_id, slug);
CREATE INDEX campaigns_deleting_idx ON campaigns (id) WHERE deleting;
CREATE INDEX campaigns_client_id_idx ON campaigns (client_id, created_at, id);

CREATE TABLE form_fields (
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  id text NOT NULL,
  position integer NOT NULL,
  type form_field_type NOT NULL,
  label text NOT NULL,
  placeholder text NOT NULL,
  required boolean NOT NULL DEFAULT true,
  options text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (campaign_id, id)
);

CREATE TABLE slug_redirects (
  client_id uuid NOT NULL,
  slug text NOT NULL,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  PRIMARY KEY (client_id, slug)
);
CREATE INDEX slug_redirects_campaign_id_idx ON slug_redirects (campaign_id);

CREATE TABLE page_versions (
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  version text NOT NULL,
  disclosure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (campaign_id, version)
);

CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  original_name text NOT NULL,
  file_size integer NOT NULL,
  mime_type text NOT NULL,
  object_path text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX files_object_path_key ON files (object_path);
CREATE INDEX files_client_id_idx ON files (client_id, created_at, id);

CREATE TABLE stored_objects (
  id uuid PRIMARY KEY,
  state text NOT NULL,
  client_id uuid,
  uploader text NOT NULL,
  expires_at timestamptz,
  path text,
  size integer,
  mime_type text,
  original_id uuid,
  width integer,
  height integer,
  rendered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX stored_objects_path_key ON stored_objects (path);
CREATE INDEX stored_objects_client_id_idx ON stored_objects (client_id);
CREATE INDEX stored_objects_deleting_idx ON stored_objects (created_at) WHERE state = 'deleting';
CREATE INDEX stored_objects_expires_at_idx ON stored_objects (expires_at);
CREATE INDEX stored_objects_unrendered_idx ON stored_objects (path) WHERE state = 'published' AND rendered_at IS NULL AND original_id IS NULL
  AND mime_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif');
CREATE INDEX stored_objects_original_id_idx ON stored_objects (original_id) WHERE original_id IS NOT NULL;

-- The time is part of the key, so that the table can be partitioned by it.
CREATE TABLE views (
  id bigint GENERATED ALWAYS AS IDENTITY,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  source text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (created_at, id)
);
CREATE INDEX views_campaign_id_idx ON views (campaign_id);

-- Days are those of the client's time zone at the time of counting. The day '-infinity' has the totals of all days.
CREATE TABLE source_counts (
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  day date NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (campaign_id, day, source, kind)
);

CREATE TABLE campaign_counts (
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  kind text NOT NULL,
  client_id uuid NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (campaign_id, kind)
);
CREATE INDEX campaign_counts_client_id_idx ON campaign_counts (client_id);

-- The last batch of views that each service sent, so that a repeated batch counts once.
CREATE TABLE view_buffers (
  id uuid PRIMARY KEY,
  batch integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE leads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  status lead_status NOT NULL DEFAULT 'new',
  held boolean NOT NULL DEFAULT false,
  form_data json NOT NULL,
  full_name text,
  email text,
  phone text,
  phone_e164 text,
  source text,
  idempotency_key text,
  body_hash text,
  contacted_at timestamptz,
  traceparent text,
  local_day date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX leads_held_idx ON leads (client_id, created_at) WHERE held;
CREATE UNIQUE INDEX leads_idempotency_key ON leads (campaign_id, idempotency_key);
CREATE INDEX leads_campaign_id_idx ON leads (campaign_id, created_at, id);
CREATE INDEX leads_client_id_idx ON leads (client_id, created_at, id);
CREATE INDEX leads_phone_idx ON leads (client_id, phone_e164);

CREATE INDEX leads_search_idx ON leads USING gin (client_id, (${SEARCHED_TEXT}) gin_trgm_ops);
CREATE INDEX leads_full_name_idx ON leads (client_id, full_name, id);
CREATE INDEX leads_status_idx ON leads (client_id, status, created_at, id);

CREATE TABLE lead_counts (
  client_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  status lead_status NOT NULL,
  held boolean NOT NULL,
  leads integer NOT NULL,
  PRIMARY KEY (campaign_id, status, held)
);
CREATE INDEX lead_counts_client_id_idx ON lead_counts (client_id);

CREATE TABLE consents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL,
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  phone_e164 text,
  disclosure text NOT NULL,
  via text NOT NULL,
  page text NOT NULL DEFAULT '',
  page_version text NOT NULL DEFAULT '',
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  recorded_by text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX consents_lead_id_idx ON consents (lead_id);
CREATE INDEX consents_number_idx ON consents (phone_e164, client_id);

CREATE TABLE spam_leads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  reason text NOT NULL,
  form_data json NOT NULL,
  full_name text,
  email text,
  phone text,
  phone_e164 text,
  source text,
  idempotency_key text,
  body_hash text,
  consent json,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX spam_leads_client_id_idx ON spam_leads (client_id, created_at, id);
CREATE INDEX spam_leads_campaign_id_idx ON spam_leads (campaign_id, created_at, id);
CREATE UNIQUE INDEX spam_leads_idempotency_key ON spam_leads (campaign_id, idempotency_key);

CREATE TABLE sequences (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  trigger_event trigger_event NOT NULL,
  status sequence_status NOT NULL DEFAULT 'active',
  stop_on_reply boolean NOT NULL DEFAULT true,
  paused_at timestamptz,
  deleting boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX sequences_deleting_idx ON sequences (id) WHERE deleting;
CREATE INDEX sequences_campaign_id_idx ON sequences (campaign_id);
CREATE INDEX sequences_client_id_idx ON sequences (client_id, created_at, id);

CREATE TABLE steps (
  sequence_id uuid NOT NULL REFERENCES sequences ON DELETE CASCADE,
  position integer NOT NULL,
  delay_minutes integer NOT NULL,
  message text NOT NULL,
  CONSTRAINT steps_delay CHECK (delay_minutes >= 0),
  PRIMARY KEY (sequence_id, position)
);

CREATE TABLE enrollments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  sequence_id uuid NOT NULL REFERENCES sequences ON DELETE CASCADE,
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  steps jsonb NOT NULL,
  status enrollment_status NOT NULL DEFAULT 'active',
  reason text,
  next_step integer NOT NULL DEFAULT 0,
  next_due_at timestamptz,
  to_e164 text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX enrollments_sequence_id_idx ON enrollments (sequence_id, created_at, id);
CREATE INDEX enrollments_due_idx ON enrollments (client_id, next_due_at) WHERE status in ('active', 'held');
CREATE INDEX enrollments_lead_id_idx ON enrollments (lead_id);
CREATE INDEX enrollments_number_idx ON enrollments (client_id, to_e164);
CREATE INDEX enrollments_open_number_idx ON enrollments (to_e164) WHERE status in ('active', 'held');
CREATE INDEX enrollments_open_client_idx ON enrollments (client_id, id) WHERE status in ('active', 'held');
CREATE INDEX enrollments_open_sequence_idx ON enrollments (sequence_id, id) WHERE status in ('active', 'held');
CREATE INDEX enrollments_provider_idx ON enrollments (id) WHERE status = 'held' AND reason = 'provider_unavailable';
CREATE UNIQUE INDEX enrollments_sequence_lead_key ON enrollments (sequence_id, lead_id);

CREATE UNIQUE INDEX enrollments_number_key ON enrollments (sequence_id, to_e164) WHERE status IN ('active', 'held');

CREATE TABLE sms_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  sms_sequence_id uuid NOT NULL,
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  enrollment_id uuid NOT NULL REFERENCES enrollments ON DELETE CASCADE,
  step integer NOT NULL,
  to_e164 text NOT NULL,
  sender text,
  template text,
  body text NOT NULL,
  segments integer NOT NULL DEFAULT 1,
  status sms_status NOT NULL DEFAULT 'queued',
  delivery_status text,
  reason text,
  provider_id text,
  attempted_at timestamptz,
  due_at timestamptz NOT NULL,
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  claimed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sms_messages_lead_id_idx ON sms_messages (lead_id);
CREATE INDEX sms_messages_campaign_id_idx ON sms_messages (campaign_id);
CREATE INDEX sms_messages_client_id_idx ON sms_messages (client_id, created_at, id);
CREATE UNIQUE INDEX sms_messages_provider_id_key ON sms_messages (provider_id);
CREATE UNIQUE INDEX sms_messages_enrollment_step_key ON sms_messages (enrollment_id, step);

CREATE INDEX sms_messages_sent_at_idx ON sms_messages (sent_at);
CREATE INDEX sms_messages_to_idx ON sms_messages (to_e164, sent_at);
CREATE INDEX sms_messages_block_idx ON sms_messages (left(to_e164, -4), sent_at);
CREATE INDEX sms_messages_filtered_idx ON sms_messages (sms_sequence_id, sent_at) WHERE reason = 'carrier_30007';

-- What changed, for subscriptions. Without foreign keys, because rows are kept for an hour only and contain nothing but IDs.
CREATE TABLE changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  client_id uuid NOT NULL,
  kind change_kind NOT NULL,
  object_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (xid, position)
);
CREATE INDEX changes_client_id_idx ON changes (client_id, xid, position);
CREATE INDEX changes_created_at_idx ON changes (created_at);

CREATE TABLE lead_notifications (
  lead_id uuid PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  to_e164 text NOT NULL,
  body text NOT NULL,
  status sms_status NOT NULL DEFAULT 'queued',
  reason text,
  provider_id text,
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX lead_notifications_provider_id_key ON lead_notifications (provider_id);
CREATE INDEX lead_notifications_client_id_idx ON lead_notifications (client_id);
CREATE INDEX lead_notifications_queued_idx ON lead_notifications (lead_id) WHERE status = 'queued';
CREATE INDEX lead_notifications_to_idx ON lead_notifications (to_e164);
-- At most one notification with the same text and recipient is in flight, because the provider's list could not tell
-- two of them apart.
CREATE UNIQUE INDEX lead_notifications_in_flight_key ON lead_notifications (to_e164, md5(body)) WHERE status = 'queued' AND attempts > 0;

CREATE TABLE test_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  key text NOT NULL,
  to_e164 text NOT NULL,
  sender text,
  body text NOT NULL,
  status sms_status NOT NULL DEFAULT 'queued',
  reason text,
  provider_id text,
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX test_messages_client_key ON test_messages (client_id, key);
CREATE INDEX test_messages_queued_idx ON test_messages (id) WHERE status = 'queued';
CREATE UNIQUE INDEX test_messages_provider_id_key ON test_messages (provider_id);

CREATE TABLE sms_log (
  id uuid PRIMARY KEY,
  to_e164 text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Without foreign keys, because they outlive leads and clients. The highest client id means all clients of the shared
-- sender.
CREATE TABLE suppressions (
  number_hash bytea NOT NULL,
  sender text NOT NULL,
  client_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (number_hash, sender, client_id)
);

-- What proves consent, opt-outs and sent messages after the lead or the client was deleted.
CREATE TABLE evidence (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number_hash bytea NOT NULL,
  kind text NOT NULL,
  client_id uuid,
  client_name text,
  details jsonb NOT NULL,
  occurred_at timestamptz NOT NULL
);
CREATE INDEX evidence_number_idx ON evidence (number_hash, occurred_at);
CREATE INDEX evidence_occurred_at_idx ON evidence (occurred_at);

CREATE TABLE legal_holds (
  number_hash bytea PRIMARY KEY,
  reason text NOT NULL,
  set_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE replies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  provider_id text NOT NULL,
  body text NOT NULL,
  intent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX replies_provider_id_key ON replies (provider_id, client_id);
CREATE INDEX replies_lead_id_idx ON replies (lead_id);
CREATE INDEX replies_client_id_idx ON replies (client_id);

-- At most one row: the circuit breaker is open while it exists.
CREATE TABLE provider_breaker (
  id boolean PRIMARY KEY DEFAULT true,
  reason text NOT NULL,
  failures integer NOT NULL,
  open_until timestamptz NOT NULL,
  probe_until timestamptz,
  CONSTRAINT provider_breaker_one CHECK (id)
);

CREATE TABLE unmatched_receipts (
  day date PRIMARY KEY,
  receipts integer NOT NULL,
  last_provider_id text NOT NULL
);

CREATE TABLE usage_counters (
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  month date NOT NULL,
  kind text NOT NULL,
  used integer NOT NULL,
  segments integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, month, kind)
);

-- Entries that concern no single client have the highest possible client id.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  client_id uuid NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  is_bulk boolean NOT NULL DEFAULT false,
  cursor uuid,
  version integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
CREATE UNIQUE INDEX outbox_subject_key ON outbox (subject_id, kind);
CREATE INDEX outbox_due_idx ON outbox (is_bulk, client_id, next_attempt_at, id);

CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  events text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  failing_since timestamptz,
  encrypted_secret text NOT NULL,
  encrypted_previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX webhooks_client_id_idx ON webhooks (client_id);
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  webhook_id uuid NOT NULL,
  lead_id uuid REFERENCES leads ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  attempts_since_replay integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  attempted_at timestamptz,
  response_code integer,
  response_body text,
  duration_ms integer,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX webhook_deliveries_event_key ON webhook_deliveries (webhook_id, event_id);
CREATE INDEX webhook_deliveries_log_idx ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_client_id_idx ON webhook_deliveries (client_id);
CREATE INDEX webhook_deliveries_lead_id_idx ON webhook_deliveries (lead_id);
CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (webhook_id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
`;
