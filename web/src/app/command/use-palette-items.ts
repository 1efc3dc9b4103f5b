import { useQuery } from '@apollo/client/react';
import { Building2, Copy, Megaphone, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { filterClients } from '../../features/clients/filter-clients';
import { MAX_SEARCH_LENGTH } from '../../features/leads/lead-query';
import { consoleMessages } from '../../messages/admin-console';
import { commandMessages } from '../../messages/commands';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import { CampaignsDocument, ClientsDocument, LeadsDocument } from '../../shared/graphql/generated';
import { copyLandingUrl } from '../../shared/clipboard/copy-landing-url';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { useWholeList } from '../../shared/use-whole-list';
import type { Command, Commands } from './use-commands';

export { MAX_SEARCH_LENGTH };

/** A command, client, campaign or lead in the palette. */
export interface PaletteItem extends Omit<Command, 'newOn'> {
  group: string;
}

/** At most this many clients, campaigns and leads are listed of each. */
const MAX_OF_GROUP = 6;
const TYPING_PAUSE_MS = 250;
/** Searching leads for one letter would find most of them. */
const MIN_LEAD_SEARCH = 2;

/** Returns what matches a search, by group, and the state of the search for leads, which the server does. */
export function usePaletteItems({ client, isAdmin, canBuild, actions, destinations }: Commands, typed: string) {
  const search = typed.trim();
  const navigate = useNavigate();
  const role = useSessionRole();
  const leads = useLeads(client?.id, search);
  const { items: clients = [] } = useWholeList(ClientsDocument, {}, ({ clients: page }) => page, !isAdmin);
  const { items: campaigns = [] } = useWholeList(
    CampaignsDocument,
    { clientId: client?.id ?? '' },
    ({ client: { campaigns: page } }) => page,
    !client || search === '',
  );

  const link = (id: string, label: string, detail: string | null, to: string) => ({
    ...{ id, label, detail, isLink: true },
    run: () => void navigate(to),
  });
  const found = search === '' ? [] : campaigns.filter(({ name, slug }) => matches(`${name} ${slug}`, search));
  const items: PaletteItem[] = [
    ...found.slice(0, MAX_OF_GROUP).flatMap(({ id, name, slug, landingUrl }): PaletteItem[] => [
      ...(canBuild
        ? [
            {
              ...link(id, name, `/${slug}`, paths.campaignBuilder[role].href(client!.id, id)),
              ...{ group: sharedMessages.campaigns, icon: Megaphone },
            },
          ]
        : []),
      {
        ...{ id: `copy ${id}`, label: `${dashboardMessages.copyLandingUrl}: ${name}`, icon: Copy, isLink: false },
        ...{ group: sharedMessages.campaigns, run: () => void copyLandingUrl(landingUrl) },
      },
    ]),
    ...filterClients(clients, search)
      .filter(({ id }) => id !== client?.id)
      .slice(0, MAX_OF_GROUP)
      .map(({ id, businessName, contactEmail }) => ({
        ...link(id, businessName, contactEmail, paths.adminClient.href(id)),
        ...{ group: consoleMessages.clients, icon: Building2 },
      })),
    // Last, because they arrive later and must not move what Enter would open.
    ...leads.found.map((lead) => ({
      ...link(
        lead.id,
        lead.fullName || lead.email || lead.phone || commandMessages.unnamedLead,
        lead.campaignName,
        `${client?.home}?tab=leads&dialog=view&id=${lead.id}`,
      ),
      ...{ group: sharedMessages.leads, icon: UserRound },
    })),
  ];
  const inGroup = (group: string, commands: Command[]) =>
    commands.filter(({ label }) => matches(label, search)).map((command) => ({ ...command, group }));
  return {
    items: [...inGroup(sharedMessages.actions, actions), ...inGroup('Go to', destinations), ...items],
    isSearching: leads.isSearching,
    hasFailed: leads.hasFailed,
  };
}

/** Searches a client's leads once the user stops typing. A newer search cancels the request of the one before. */
function useLeads(clientId: string | undefined, search: string) {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const canSearch = clientId !== undefined && search.length >= MIN_LEAD_SEARCH;
  const isSettled = settled === search;
  const { data, error, loading } = useQuery(LeadsDocument, {
    variables: { clientId: clientId ?? '', filter: { search: settled }, first: MAX_OF_GROUP },
    skip: !canSearch || !isSettled,
  });
  return {
    found: (canSearch && isSettled && !error && data?.client.leads.nodes) || [],
    isSearching: canSearch && (!isSettled || loading),
    hasFailed: canSearch && isSettled && error !== undefined,
  };
}

/** Whether every word of a search begins a word of a text. */
function matches(text: string, search: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
