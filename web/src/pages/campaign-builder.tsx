import { useQuery } from '@apollo/client/react';
import { CampaignDocument, ClientDocument, SystemDocument, ViewerDocument } from '@dripline/contract/generated';
import { useParams } from 'react-router-dom';
import { codeOf } from '../failure';
import { Builder } from '../features/builder/builder';
import { paths } from '../paths';
import { LinkButton } from '../ui/link-button';
import { LoadError } from '../ui/load-error';
import { MessageScreen } from '../ui/message-screen';
import { PageLoading } from './page-loading';

/** /client/{clientId}/campaign/{campaignId}; 'new' makes one. */
export function CampaignBuilderPage() {
  const { clientId = '', campaignId = '' } = useParams();
  const isNew = campaignId.toLowerCase() === 'new';
  const viewer = useQuery(ViewerDocument, { fetchPolicy: 'cache-first' });
  const system = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  const client = useQuery(ClientDocument, { variables: { id: clientId } });
  const campaign = useQuery(CampaignDocument, { variables: { id: campaignId }, skip: isNew });

  const home = viewer.data?.viewer.user ? paths.adminClient.href(clientId) : paths.clientDashboard.href(clientId);
  const backTo = `${home}?tab=campaigns`;
  const found = isNew ? undefined : campaign.data?.campaign;
  const error = client.error ?? campaign.error;

  if (client.data && (isNew || found?.clientId === clientId)) {
    return (
      <Builder
        key={campaignId}
        client={client.data.client}
        campaign={found}
        productName={system.data?.system.productName ?? 'Dripline'}
        backTo={backTo}
      />
    );
  }
  if (codeOf(client.error) === 'NOT_FOUND')
    return <MessageScreen title="Client not found" action={<LinkButton to={paths.home.href()}>Go to the start page</LinkButton>} />;
  if (found || codeOf(campaign.error) === 'NOT_FOUND')
    return <MessageScreen title="Campaign not found" action={<LinkButton to={backTo}>Back to Campaigns</LinkButton>} />;
  if (error) return <LoadError what="this campaign" onRetry={() => void Promise.all([client.refetch(), isNew || campaign.refetch()])} />;
  return <PageLoading />;
}
