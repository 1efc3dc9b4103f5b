import type { LeadFieldsFragment } from '../../shared/graphql/generated';
import { formatPhone } from '../../shared/phone';
import { AvatarName } from '../../ui/data/avatar-name';

/** A lead or a spam submission. */
type LeadLike = Pick<LeadFieldsFragment, 'fullName' | 'email' | 'phone'> & { held?: boolean };

/** Returns a lead's display name. */
export const leadDisplayName = (lead: LeadLike) =>
  lead.fullName ?? lead.email ?? (lead.phone ? formatPhone(lead.phone) : lead.held ? 'Held lead' : 'Unnamed lead');

interface LeadNameProps {
  lead: LeadLike;
  /** A second line. */
  detail?: string | null;
  /** The path that the name links to, if any. */
  to?: string;
  /** Opens the lead. With it the name is a button. */
  onOpen?: () => void;
}

/** A lead's avatar and name. */
export const LeadName = ({ lead, ...props }: LeadNameProps) => <AvatarName name={leadDisplayName(lead)} {...props} />;
