import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ofSameClient, ofVisibleClient, ofVisibleSubject, secure } from './row-security';

const before = ['enrollments', 'leads', 'test_texts'];
const told = (tables: string[]) =>
  `ALTER POLICY tenant_sees_own ON outbox USING (${ofVisibleSubject(tables)}) WITH CHECK (${ofVisibleSubject(tables)});`;

/** Where clients' own systems hear of their leads and texts, and what was posted there. */
export class Webhooks1763726000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE webhooks (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      url text NOT NULL,
      description text NOT NULL DEFAULT '',
      events text[] NOT NULL,
      enabled boolean NOT NULL DEFAULT true,
      off_reason text,
      failing_since timestamptz,
      sealed_secret text NOT NULL,
      sealed_previous_secret text,
      previous_secret_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_webhooks" PRIMARY KEY (id),
      CONSTRAINT "FK_webhooks_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE
    );
    CREATE INDEX webhooks_client_id_idx ON webhooks (client_id);

    CREATE TABLE webhook_deliveries (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      lead_id uuid,
      event_id text NOT NULL,
      type text NOT NULL,
      payload text NOT NULL,
      status text NOT NULL DEFAULT 'pending',
      attempts integer NOT NULL DEFAULT 0,
      tries integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz DEFAULT now(),
      attempted_at timestamptz,
      response_code integer,
      response_body text,
      duration_ms integer,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_webhook_deliveries" PRIMARY KEY (id),
      CONSTRAINT "FK_webhook_deliveries_client" FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
      CONSTRAINT "FK_webhook_deliveries_webhook" FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
      CONSTRAINT "FK_webhook_deliveries_lead" FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX webhook_deliveries_event_key ON webhook_deliveries (webhook_id, event_id);
    CREATE INDEX webhook_deliveries_log_idx ON webhook_deliveries (webhook_id, created_at, id);
    CREATE INDEX webhook_deliveries_client_id_idx ON webhook_deliveries (client_id);
    CREATE INDEX webhook_deliveries_lead_id_idx ON webhook_deliveries (lead_id);
    CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (webhook_id) WHERE status = 'pending';
    CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
    ${secure('webhooks', { may: 'SELECT, INSERT, UPDATE, DELETE', rows: ofVisibleClient() })}
    ${secure('webhook_deliveries', {
      may: 'SELECT, INSERT, UPDATE',
      rows: ofVisibleClient(),
      check: `${ofVisibleClient()} AND ${ofSameClient('webhook_deliveries', 'webhooks', 'webhook_id')} AND (lead_id IS NULL OR ${ofSameClient('webhook_deliveries', 'leads', 'lead_id')})`,
    })}
    ${told([...before, 'webhook_deliveries'])}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`${told(before)}; DROP TABLE webhook_deliveries; DROP TABLE webhooks`);
  }
}
