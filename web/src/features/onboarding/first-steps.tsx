import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { onboardingMessages as messages } from '../../messages/onboarding/first-steps';
import { ClientStatsDocument, ViewerDocument } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { Checklist, type ChecklistStep } from '../../ui/data/checklist';

/** The first steps of a new client. */
export function ClientFirstSteps({ clientId }: { clientId: string }) {
  const role = useSessionRole();
  // The stat cards load it, and live updates keep it current.
  const { data } = useQuery(ClientStatsDocument, { variables: { clientId }, fetchPolicy: 'cache-only' });
  if (!data) return null;
  const { totalCampaigns, totalLeads, totalSMSMessages } = data.client.stats;
  const hasCampaign = totalCampaigns > 0;
  return (
    <FirstSteps
      subject={clientId}
      steps={[
        {
          ...messages.createCampaign,
          isDone: hasCampaign,
          action: { to: paths.campaignBuilder[role].href(clientId, 'new'), label: messages.createCampaign.title },
        },
        {
          ...messages.firstLead,
          isDone: totalLeads > 0,
          action: hasCampaign && { to: '?tab=campaigns', label: messages.openCampaigns },
        },
        {
          ...messages.firstMessage,
          isDone: totalSMSMessages > 0,
          action: hasCampaign && { to: '?tab=sms', label: messages.openSequences },
        },
      ]}
    />
  );
}

/** Steps that disappear when they are done, or when the account hides them, which this browser remembers. */
export function FirstSteps({ subject, steps }: { subject: string; steps: readonly ChecklistStep[] }) {
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const key = `firstStepsHidden:${data?.viewer?.user?.id ?? data?.viewer?.member?.id ?? data?.viewer?.client?.id}:${subject}`;
  const [hiddenKey, setHiddenKey] = useState<string>();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length || hiddenKey === key || isStored(key)) return null;
  const hide = () => {
    setHiddenKey(key);
    try {
      localStorage.setItem(key, 'true');
    } catch {
      // It is then hidden on this page only.
    }
  };
  return (
    <Checklist
      title={messages.title}
      progress={messages.progress(done, steps.length)}
      steps={steps}
      hideLabel={messages.hide}
      onHide={hide}
    />
  );
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
