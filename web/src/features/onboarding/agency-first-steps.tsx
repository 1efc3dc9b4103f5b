import { useQuery } from '@apollo/client/react';
import { agencyOnboardingMessages as messages } from '../../messages/admin-console';
import { onboardingMessages } from '../../messages/onboarding/first-steps';
import { AdminStatsDocument } from '../../shared/graphql/generated';
import { FirstSteps } from './first-steps';

/** The first steps of a new agency. */
export function AgencyFirstSteps() {
  // The stat cards load it.
  const { data } = useQuery(AdminStatsDocument, { fetchPolicy: 'cache-only' });
  if (!data) return null;
  const { totalClients, activeCampaigns, totalLeads, totalSMSMessages } = data.adminStats;
  const openClients = totalClients > 0 && { to: '?tab=clients', label: messages.openClients };
  return (
    <FirstSteps
      subject="agency"
      steps={[
        {
          ...messages.addClient,
          isDone: totalClients > 0,
          action: { to: '?tab=clients&dialog=add', label: messages.addClient.title },
        },
        { ...messages.publishCampaign, isDone: activeCampaigns > 0, action: openClients },
        { ...onboardingMessages.firstLead, isDone: totalLeads > 0, action: openClients },
        { ...onboardingMessages.firstMessage, isDone: totalSMSMessages > 0, action: openClients },
      ]}
    />
  );
}
