import { withSpan, isTracing } from '@dripline/runtime/tracing';
import type { EntityManager } from 'typeorm';

/** Adds a receipt to the trace of the message's lead, because the provider's request carries no trace context. */
export async function traceReceipt(db: EntityManager, messageId: string | null, status: string): Promise<void> {
  if (!isTracing() || messageId === null) return;
  const [lead] = await db.query<{ traceparent: string | null }[]>(
    'SELECT l.traceparent FROM leads l WHERE l.id IN (SELECT lead_id FROM sms_messages WHERE id = $1 UNION ALL SELECT lead_id FROM lead_notifications WHERE lead_id = $1)',
    [messageId],
  );
  if (lead?.traceparent)
    await withSpan('receipt', () => Promise.resolve(), {
      from: { traceparent: lead.traceparent },
      attributes: { 'receipt.status': status },
    });
}
