import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { AccessGate } from '../app/access-gate';
import { PageLoading } from '../app/page-loading';

const CampaignBuilderPage = lazy(async () => ({ default: (await import('./campaign-builder')).CampaignBuilderPage }));

/** The builder, for the administrator and for the client whose campaign it is. */
export function CampaignBuilderRoute() {
  const { clientId = '' } = useParams();
  return (
    <AccessGate allows={(viewer) => viewer.user !== null || viewer.client?.id === clientId}>
      <Suspense fallback={<PageLoading />}>
        <CampaignBuilderPage />
      </Suspense>
    </AccessGate>
  );
}
