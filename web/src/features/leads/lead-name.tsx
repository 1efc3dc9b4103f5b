import type { LeadFieldsFragment } from '@dripline/contract/generated';
import { formatPhone } from '../../phone';
import { AvatarName } from '../../ui/avatar-name';

/** How a lead is called in lists and titles. */
export const nameOf = (lead: LeadFieldsFragment) =>
  lead.fullName ?? lead.email ?? (lead.phone ? formatPhone(lead.phone) : lead.held ? 'Held lead' : 'Unnamed lead');

/** A lead's initials and name, with one more line of what is known. */
export const LeadName = ({ lead, detail }: { lead: LeadFieldsFragment; detail?: string | null }) => <AvatarName name={nameOf(lead)} detail={detail} />;
