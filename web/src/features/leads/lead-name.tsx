import type { LeadFieldsFragment } from '../../shared/graphql/generated';
import { formatPhone } from '../../shared/phone';
import { AvatarName } from '../../ui/data/avatar-name';

/** A lead or a spam submission. */
type LeadLike = Pick<LeadFieldsFragment, 'fullName' | 'email' | 'phone'> & { held?: boolean };

/** Returns a lead's display name. */
export const leadDisplayName = (lead: LeadLike) =>
  lead.fullName ?? lead.email ?? (lead.phone ? formatPhone(lead.phone) : lead.held ? 'Held lead' : 'Unnamed lead');

/** A lead's avatar and name, with an optional second line. */
export const LeadName = ({ lead, detail }: { lead: LeadLike; detail?: string | null }) => (
  <AvatarName name={leadDisplayName(lead)} detail={detail} />
);
