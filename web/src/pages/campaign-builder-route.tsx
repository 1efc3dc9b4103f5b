import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { AccessGate } from '../app/access-gate';
import { PageLoading } from '../app/page-loading';

const CampaignBuilderPage = lazy(async () => ({ default: (await import('./campaign-builder')).CampaignBuilderPage }));

/** Guards the campaign builder: only administrators and the client that owns the campaign may open it. */
export function CampaignBuilderRoute() {
  const { clientId = '' } = useParams();
  return (
    <AccessGate allows={(viewer) => viewer.user !== null || viewer.client?.id === clientId.toLowerCase()}>
      <Suspense fallback={<PageLoading />}>
        <CampaignBuilderPage />
      </Suspense>
    </AccessGate>
  );
}
