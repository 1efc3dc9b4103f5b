import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables =
  'clients, form_fields, campaigns, files, views, leads, outbox, users, sessions, sequences, steps, enrollments, logged_texts, sms_messages, usage_counters, throttles';

const types =
  'client_status, form_field_type, campaign_status, post_submission_type, lead_status, user_role, trigger_event, sequence_status, enrollment_status, sms_status';

/** The domain model as it was first released. */
export class FirstSchema1763720000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TYPE client_status AS ENUM('active', 'inactive');
    CREATE TABLE clients (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      handle text NOT NULL,
      business_name text NOT NULL,
      contact_email text NOT NULL,
      notification_phone text NOT NULL,
      username text,
      password_hash text,
      auth_enabled boolean NOT NULL DEFAULT false,
      status client_status NOT NULL DEFAULT 'active',
      monthly_campaign_limit integer NOT NULL DEFAULT '10',
      monthly_lead_limit integer NOT NULL DEFAULT '1000',
      monthly_sms_limit integer NOT NULL DEFAULT '1000',
      sms_auto_reply_enabled boolean NOT NULL DEFAULT true,
      webhooks_enabled boolean NOT NULL DEFAULT false,
      ab_testing_enabled boolean NOT NULL DEFAULT false,
      white_label_enabled boolean NOT NULL DEFAULT false,
      time_zone text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT clients_login CHECK (NOT auth_enabled OR (username IS NOT NULL AND password_hash IS NOT NULL)),
      CONSTRAINT clients_limits CHECK (monthly_campaign_limit >= 1 AND monthly_lead_limit >= 0 AND monthly_sms_limit >= 0),
      CONSTRAINT "PK_f1ab7cf3a5714dbc6bb4e1c28a4" PRIMARY KEY (id)
    );
    CREATE UNIQUE INDEX clients_handle_key ON clients (handle);
    CREATE TYPE form_field_type AS ENUM('text', 'email', 'tel', 'textarea', 'select');
    CREATE TABLE form_fields (
      campaign_id uuid NOT NULL,
      id text NOT NULL,
      "position" integer NOT NULL,
      "type" form_field_type NOT NULL,
      label text NOT NULL,
      placeholder text NOT NULL,
      required boolean NOT NULL DEFAULT true,
      options text array NOT NULL DEFAULT '{}',
      CONSTRAINT "PK_a4a353d62642dc2376afd2ec35a" PRIMARY KEY (campaign_id, id)
    );
    CREATE TYPE campaign_status AS ENUM('active', 'inactive');
    CREATE TYPE post_submission_type AS ENUM('message', 'redirect');
    CREATE TABLE campaigns (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      name text NOT NULL,
      slug text NOT NULL,
      status campaign_status NOT NULL DEFAULT 'active',
      headline text NOT NULL DEFAULT '',
      subheadline text NOT NULL DEFAULT '',
      logo_image_url text,
      logo_size integer NOT NULL DEFAULT '64',
      background_image_url text,
      form_image_url text,
      form_image_size integer NOT NULL DEFAULT '160',
      form_video_url text,
      submit_button_text text NOT NULL DEFAULT 'Get My Free Info',
      post_submission_type post_submission_type NOT NULL DEFAULT 'message',
      redirect_url text,
      thank_you_message text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_831e3fcd4fc45b4e4c3f57a9ee4" PRIMARY KEY (id)
    );
    CREATE UNIQUE INDEX campaigns_client_slug_key ON campaigns (client_id, slug);
    CREATE TABLE files (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      original_name text NOT NULL,
      file_size integer NOT NULL,
      mime_type text NOT NULL,
      object_path text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_6c16b9093a142e0e7613b04a3d9" PRIMARY KEY (id)
    );
    CREATE UNIQUE INDEX files_object_path_key ON files (object_path);
    CREATE INDEX files_client_id_idx ON files (client_id, created_at);
    CREATE TABLE views (
      id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      campaign_id uuid NOT NULL,
      "source" text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_ae7537f375649a618fff0fb2cb6" PRIMARY KEY (id)
    );
    CREATE INDEX views_campaign_id_idx ON views (campaign_id, created_at);
    CREATE TYPE lead_status AS ENUM('new', 'contacted', 'qualified', 'converted');
    CREATE TABLE leads (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      status lead_status NOT NULL DEFAULT 'new',
      held boolean NOT NULL DEFAULT false,
      form_data json NOT NULL,
      full_name text,
      email text,
      phone text,
      phone_e164 text,
      "source" text,
      idempotency_key text,
      contacted_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_cd102ed7a9a4ca7d4d8bfeba406" PRIMARY KEY (id)
    );
    CREATE INDEX leads_held_idx ON leads (client_id, created_at) WHERE held;
    CREATE UNIQUE INDEX leads_idempotency_key ON leads (campaign_id, idempotency_key);
    CREATE INDEX leads_campaign_id_idx ON leads (campaign_id, created_at, id);
    CREATE INDEX leads_client_id_idx ON leads (client_id, created_at, id);
    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      kind text NOT NULL,
      enrollment_id uuid NOT NULL,
      attempts integer NOT NULL DEFAULT '0',
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_340ab539f309f03bdaa14aa7649" PRIMARY KEY (id)
    );
    CREATE INDEX outbox_due_idx ON outbox (next_attempt_at, id);
    CREATE TYPE user_role AS ENUM('admin');
    CREATE TABLE users (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      username text NOT NULL,
      password_hash text NOT NULL,
      role user_role NOT NULL DEFAULT 'admin',
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_a3ffb1c0c8416b9fc6f907b7433" PRIMARY KEY (id)
    );
    CREATE TABLE sessions (
      token_hash text NOT NULL,
      user_id uuid,
      client_id uuid,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT sessions_one_account CHECK (num_nonnulls(user_id, client_id) = 1),
      CONSTRAINT "PK_abaa9e068cdd390bc5210f79884" PRIMARY KEY (token_hash)
    );
    CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
    CREATE INDEX sessions_client_id_idx ON sessions (client_id);
    CREATE INDEX sessions_user_id_idx ON sessions (user_id);
    CREATE TYPE trigger_event AS ENUM('lead_created', 'lead_contacted');
    CREATE TYPE sequence_status AS ENUM('active', 'inactive');
    CREATE TABLE sequences (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      trigger_event trigger_event NOT NULL,
      status sequence_status NOT NULL DEFAULT 'active',
      stop_on_reply boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_7c7f5d8c822411196242b89bc76" PRIMARY KEY (id)
    );
    CREATE INDEX sequences_campaign_id_idx ON sequences (campaign_id);
    CREATE INDEX sequences_client_id_idx ON sequences (client_id);
    CREATE TABLE steps (
      sequence_id uuid NOT NULL,
      "position" integer NOT NULL,
      delay_minutes integer NOT NULL,
      message text NOT NULL,
      CONSTRAINT steps_delay CHECK (delay_minutes >= 0),
      CONSTRAINT "PK_8a08ee03ca9817861ce35bd162e" PRIMARY KEY (sequence_id, "position")
    );
    CREATE TYPE enrollment_status AS ENUM('active', 'held', 'completed', 'cancelled');
    CREATE TABLE enrollments (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      sequence_id uuid NOT NULL,
      lead_id uuid NOT NULL,
      steps jsonb NOT NULL,
      status enrollment_status NOT NULL DEFAULT 'active',
      reason text,
      next_step integer NOT NULL DEFAULT '0',
      next_due_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_7c0f752f9fb68bf6ed7367ab00f" PRIMARY KEY (id)
    );
    CREATE INDEX enrollments_due_idx ON enrollments (client_id, next_due_at) WHERE status in ('active', 'held');
    CREATE INDEX enrollments_client_id_idx ON enrollments (client_id);
    CREATE INDEX enrollments_lead_id_idx ON enrollments (lead_id);
    CREATE UNIQUE INDEX enrollments_sequence_lead_key ON enrollments (sequence_id, lead_id);
    CREATE TABLE logged_texts (
      id uuid NOT NULL,
      to_e164 text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_13a50cd1e9a47e29a53ba7d8cff" PRIMARY KEY (id)
    );
    CREATE TYPE sms_status AS ENUM('queued', 'sent', 'failed', 'skipped', 'held');
    CREATE TABLE sms_messages (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      sms_sequence_id uuid NOT NULL,
      lead_id uuid NOT NULL,
      enrollment_id uuid NOT NULL,
      step integer NOT NULL,
      to_e164 text NOT NULL,
      body text NOT NULL,
      status sms_status NOT NULL,
      delivery_status text,
      reason text,
      provider_id text,
      attempted_at timestamptz,
      due_at timestamptz NOT NULL,
      sent_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_6d4cfef86e93e3fde23954d11bc" PRIMARY KEY (id)
    );
    CREATE INDEX sms_messages_lead_id_idx ON sms_messages (lead_id);
    CREATE INDEX sms_messages_campaign_id_idx ON sms_messages (campaign_id);
    CREATE INDEX sms_messages_client_id_idx ON sms_messages (client_id, created_at);
    CREATE UNIQUE INDEX sms_messages_provider_id_key ON sms_messages (provider_id);
    CREATE UNIQUE INDEX sms_messages_enrollment_step_key ON sms_messages (enrollment_id, step);
    CREATE TABLE usage_counters (
      client_id uuid NOT NULL,
      month date NOT NULL,
      kind text NOT NULL,
      used integer NOT NULL,
      CONSTRAINT "PK_93c6ba04c8ea9817d26e8fa12dd" PRIMARY KEY (client_id, month, kind)
    );
    ALTER TABLE form_fields ADD CONSTRAINT "FK_b7137edf618f87a49a4d72c1539" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
    ALTER TABLE campaigns ADD CONSTRAINT "FK_b5c217c6c468259b1ac4549f9eb" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE files ADD CONSTRAINT "FK_2ed84a605cff42f164ccd8cbfbe" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE views ADD CONSTRAINT "FK_ac5149dfca31312a2897af18277" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
    ALTER TABLE leads ADD CONSTRAINT "FK_15ec158ab4d5628c673419d4ade" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE leads ADD CONSTRAINT "FK_cdae2f7bc00b25eb3f22d4082b5" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
    ALTER TABLE sessions ADD CONSTRAINT "FK_085d540d9f418cfbdc7bd55bb19" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
    ALTER TABLE sessions ADD CONSTRAINT "FK_7af6ac1cd093d361012865a0a48" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE sequences ADD CONSTRAINT "FK_2aba21304035cbae17c388bdaf2" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE sequences ADD CONSTRAINT "FK_7c808d16b8b0722829683e8de30" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
    ALTER TABLE steps ADD CONSTRAINT "FK_812fdc6569f409029e3c6834651" FOREIGN KEY (sequence_id) REFERENCES sequences(id) ON DELETE CASCADE;
    ALTER TABLE enrollments ADD CONSTRAINT "FK_67b2a2f1194cf05c66ef10a9cf1" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE enrollments ADD CONSTRAINT "FK_f4e1cea6753de5e0e6234991c3d" FOREIGN KEY (sequence_id) REFERENCES sequences(id) ON DELETE CASCADE;
    ALTER TABLE enrollments ADD CONSTRAINT "FK_866a03956b63d05c2df6365f0f2" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE;
    ALTER TABLE sms_messages ADD CONSTRAINT "FK_12d317f06ce518f4b34675b6728" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    ALTER TABLE sms_messages ADD CONSTRAINT "FK_2390ee1c99e805717ef1ea96770" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
    ALTER TABLE sms_messages ADD CONSTRAINT "FK_a89e98936179fd1d3c87750da40" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE;
    ALTER TABLE sms_messages ADD CONSTRAINT "FK_45723ecf019eb131a698418e03e" FOREIGN KEY (enrollment_id) REFERENCES enrollments(id) ON DELETE CASCADE;
    ALTER TABLE usage_counters ADD CONSTRAINT "FK_8373e8d92b7e15845f12f946401" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE;
    CREATE UNIQUE INDEX users_username_key ON users (lower(username));
    CREATE UNIQUE INDEX clients_username_key ON clients (lower(username));
    -- Shape given by rate-limiter-flexible
    CREATE TABLE throttles (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE ${tables} CASCADE`);
    await queryRunner.query(`DROP TYPE ${types}`);
  }
}
