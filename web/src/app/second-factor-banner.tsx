import { useQuery } from '@apollo/client/react';
import { ViewerDocument } from '../shared/graphql/generated';
import { formatDay } from '../shared/format';
import { paths } from '../shared/paths';
import { Banner } from '../ui/feedback/banner';
import { securityMessages } from '../messages/security';
import { isSecondFactorOverdue } from './access-gate';

/** Asks an administrator to add a second factor, and says until when. */
export function SecondFactorBanner() {
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-first' });
  const dueAt = data?.viewer.secondFactorDueAt;
  if (dueAt == null) return null;
  if (isSecondFactorOverdue(data!.viewer)) return <Banner>{securityMessages.secondFactorOverdue}</Banner>;
  return (
    <Banner action={{ to: paths.security.href(), label: securityMessages.openSecurity }}>
      {securityMessages.secondFactorDue(formatDay(dueAt.slice(0, 10)))}
    </Banner>
  );
}
