import { useQuery } from '@apollo/client/react';
import { CampaignDocument, ClientDocument } from '../shared/graphql/generated';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { errorCodeOf } from '../shared/api-error';
import { Builder } from '../features/campaign-builder/builder';
import { PageTitle } from '../shared/product/page-title';
import { useProductName } from '../shared/product/product';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { StatusPage } from '../ui/layout/status-page';
import { useSessionRole } from '../shared/session-role';
import { retry } from '../shared/retry';
import { builderMessages } from '../messages/campaign-builder';
import { sharedMessages } from '../messages/shared';
import { ClientNotFound } from '../app/client-not-found';
import { PageLoadError } from '../app/page-load-error';
import { PageLoading } from '../app/page-loading';

// Loaded after the screen, because nothing on it depends on it.
const CommandLauncher = lazy(async () => ({
  default: (await import('../app/command/command-launcher')).CommandLauncher,
}));

/**
 * The campaign builder of administrators and of the campaign’s client. The campaign id `new` creates a campaign, which
 * starts as a copy of the campaign whose id is the parameter `from`.
 */
export function CampaignBuilderPage() {
  const parameters = useParams();
  const clientId = parameters['clientId']!.toLowerCase();
  const campaignId = parameters['campaignId']!.toLowerCase();
  const isNew = campaignId === 'new';
  const [search] = useSearchParams();
  const copiedId = isNew ? search.get('from')?.toLowerCase() : undefined;
  const loadedId = copiedId ?? campaignId;
  const isBlank = loadedId === 'new';
  const isAdmin = useSessionRole() === 'admin';
  const productName = useProductName();
  const client = useQuery(ClientDocument, { variables: { id: clientId } });
  const campaign = useQuery(CampaignDocument, { variables: { id: loadedId }, skip: isBlank });

  const home = isAdmin ? paths.adminClient.href(clientId) : paths.clientDashboard.href(clientId);
  const backTo = `${home}?tab=campaigns`;
  const loaded = isBlank ? undefined : campaign.data?.campaign;
  const error = client.error ?? campaign.error;

  if (client.data && (isBlank || loaded?.clientId === client.data.client.id)) {
    return (
      <>
        <PageTitle title={isNew ? 'New campaign' : loaded!.name} />
        <Builder
          key={`${campaignId} ${copiedId}`}
          client={client.data.client}
          {...(isNew ? { copied: loaded } : { campaign: loaded })}
          productName={productName}
          backPath={backTo}
        />
        <Suspense>
          <CommandLauncher hasButton={false} access="owner" />
        </Suspense>
      </>
    );
  }
  if (errorCodeOf(client.error) === 'NOT_FOUND') return <ClientNotFound />;
  if (loaded || errorCodeOf(campaign.error) === 'NOT_FOUND')
    return (
      <StatusPage
        title={sharedMessages.campaignNotFound}
        action={<LinkButton to={backTo}>{builderMessages.backToCampaigns}</LinkButton>}
      />
    );
  if (error)
    return (
      <PageLoadError
        what="this campaign"
        onRetry={() => retry(client.refetch(), ...(isBlank ? [] : [campaign.refetch()]))}
      />
    );
  return <PageLoading />;
}
