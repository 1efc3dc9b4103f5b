import type { LeadFieldsFragment } from '../../shared/graphql/generated';
import { formatPhone } from '../../shared/phone';
import { AvatarName } from '../../ui/data/avatar-name';

/** Who left their details: a lead, or what looks like spam. */
type Named = Pick<LeadFieldsFragment, 'fullName' | 'email' | 'phone'> & { held?: boolean };

/** How a lead is called in lists and titles. */
export const nameOf = (lead: Named) =>
  lead.fullName ?? lead.email ?? (lead.phone ? formatPhone(lead.phone) : lead.held ? 'Held lead' : 'Unnamed lead');

/** A lead's initials and name, with one more line of what is known. */
export const LeadName = ({ lead, detail }: { lead: Named; detail?: string | null }) => (
  <AvatarName name={nameOf(lead)} detail={detail} />
);
