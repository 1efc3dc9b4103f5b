import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router';
import { AnalyticsScopeDocument } from '../../../shared/graphql/generated';

/** What the figures are about: all clients, or the client or campaign that the address names. */
export interface AnalyticsScope {
  clientId: string | null;
  campaignId: string | null;
}

/** Reads from the address what the figures are about, loads its name, and returns a function that changes it. */
export function useAnalyticsScope() {
  const [params, setParams] = useSearchParams();
  const clientId = params.get('client');
  const campaignId = params.get('campaign');
  const variables = {
    clientId: clientId ?? '',
    campaignId: campaignId ?? '',
    hasClient: clientId !== null,
    hasCampaign: campaignId !== null,
  };
  const { data } = useQuery(AnalyticsScopeDocument, { variables, skip: !clientId && !campaignId });
  const show = (next: AnalyticsScope) =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      for (const [name, value] of [
        ['client', next.clientId],
        ['campaign', next.campaignId],
      ] as const)
        if (value) changed.set(name, value);
        else changed.delete(name);
      return changed;
    });
  const filters = [
    ...(clientId === null
      ? []
      : [{ name: data?.client?.businessName, remove: () => show({ clientId: null, campaignId: null }) }]),
    ...(campaignId === null
      ? []
      : [{ name: data?.campaign?.name, remove: () => show({ clientId, campaignId: null }) }]),
  ];
  return { scope: { clientId, campaignId }, filters, show };
}
