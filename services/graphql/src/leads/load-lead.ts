import { loadOwned } from '../access/access';
import type { Context } from '../api/context';
import { Lead } from './lead.entity';

/**
 * Loads a lead if the caller may open the dashboard of its client. Held leads are visible to administrators only.
 *
 * @throws NOT_FOUND if the lead does not exist or is not visible
 */
export function loadLead(ctx: Context, id: string): Promise<Lead> {
  const hiddenOnes = ctx.actor.role === 'admin' ? {} : { held: false };
  return loadOwned(ctx, id, (leadId) => ctx.dataSource.manager.findOneBy(Lead, { id: leadId, ...hiddenOnes }), 'Lead');
}
