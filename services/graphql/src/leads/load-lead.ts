import { loadOwned } from '../access/access';
import type { Context } from '../api/context';
import { Lead } from './lead.entity';

/** Returns the condition of the leads that a caller may see. Held leads are visible to administrators only. */
export const visibleLeads = ({ actor }: Pick<Context, 'actor'>): { held?: false } =>
  actor.role === 'admin' ? {} : { held: false };

/**
 * Loads a lead if the caller may open the dashboard of its client and may see the lead.
 *
 * @throws NOT_FOUND if the lead does not exist or is not visible
 */
export function loadLead(ctx: Context, id: string): Promise<Lead> {
  const visible = visibleLeads(ctx);
  return loadOwned(ctx, id, (leadId) => ctx.dataSource.manager.findOneBy(Lead, { id: leadId, ...visible }), 'Lead');
}
