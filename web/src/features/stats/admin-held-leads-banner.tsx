import { useQuery } from '@apollo/client/react';
import { AdminStatsDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { Banner } from '../../ui/feedback/banner';

/** Says how many leads wait because clients used up their monthly limits. */
export function AdminHeldBanner() {
  const { data } = useQuery(AdminStatsDocument);
  const held = data?.adminStats.heldLeads ?? 0;
  if (held === 0) return null;
  return (
    <Banner>
      {plural(held, 'lead is held', 'leads are held')} because a monthly lead limit is used up. Raising the client’s
      limit releases {held === 1 ? 'it' : 'them, oldest first'}.
    </Banner>
  );
}
