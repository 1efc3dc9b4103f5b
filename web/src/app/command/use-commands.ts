import { useQuery } from '@apollo/client/react';
import { ArrowRight, Keyboard, type LucideIcon, Plus } from 'lucide-react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { consoleMessages } from '../../messages/admin-console';
import { commandMessages } from '../../messages/commands';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import type { DashboardAccess } from '../../shared/dashboard-access';
import { ClientUsageDocument, ViewerDocument } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import type { TabItem } from '../../ui/layout/nav-tabs';

/** Something that the palette lists and a shortcut does. */
export interface Command {
  id: string;
  label: string;
  /** What distinguishes it from others with the same name. */
  detail?: string | null;
  icon: LucideIcon;
  /** The shortcut: a key, or the keys of a sequence. */
  keys?: string;
  /** The tab on which the key `n` runs the command. */
  newOn?: string;
  /** Whether the command leads to another screen, tab or dialog, which gets the focus. */
  isLink: boolean;
  run: () => void;
}

/** The commands that the viewer may run on the current screen. */
export interface Commands {
  actions: Command[];
  destinations: Command[];
  /** The client whose dashboard or campaign is open, with the path of its dashboard. */
  client: { id: string; home: string } | undefined;
  isAdmin: boolean;
  /** Whether the viewer may build campaigns. */
  canBuild: boolean;
  /** The command of the key `n`. */
  create: Command | undefined;
}

/** What a screen tells about itself. */
export interface CommandScreen {
  /** The screen's tabs. The builder has those of the dashboard. */
  tabs?: readonly Pick<TabItem, 'value' | 'label' | 'icon'>[] | undefined;
  /** Who uses the dashboard of the client in the URL. Undefined elsewhere. */
  access?: DashboardAccess | undefined;
  showShortcuts: () => void;
}

const tabKeys: Record<string, string> = {
  ...{ dashboard: 'd', campaigns: 'c', leads: 'l', sms: 's', files: 'f', webhooks: 'w', settings: 'e' },
  ...{ overview: 'o', clients: 'm', playbooks: 'p', analytics: 'a', billing: 'b' },
};

const builderTabs = [
  { value: 'dashboard', label: dashboardMessages.dashboard },
  { value: 'campaigns', label: sharedMessages.campaigns },
  { value: 'leads', label: sharedMessages.leads },
  { value: 'sms', label: dashboardMessages.smsFollowUps },
  { value: 'files', label: dashboardMessages.fileManager },
  { value: 'settings', label: dashboardMessages.settings },
];

const consoleTabs = [
  { value: 'overview', label: consoleMessages.overview },
  { value: 'clients', label: consoleMessages.clientManagement },
  { value: 'playbooks', label: consoleMessages.playbooks },
  { value: 'analytics', label: consoleMessages.analytics },
  { value: 'billing', label: consoleMessages.billing },
];

/** Returns the commands of the current screen. */
export function useCommands({ tabs = builderTabs, access: declared, showShortcuts }: CommandScreen): Commands {
  // Until the dashboard is loaded, it has no tabs and does not know who uses it.
  const access = tabs.length > 0 ? declared : undefined;
  const { pathname } = useLocation();
  const id = useParams()['clientId']?.toLowerCase() ?? '';
  const [params] = useSearchParams();
  const navigate = useNavigate();
  // What the screen has loaded anyway.
  const fetchPolicy = 'cache-only';
  const viewer = useQuery(ViewerDocument, { fetchPolicy });
  const usage = useQuery(ClientUsageDocument, { variables: { id }, skip: !access, fetchPolicy });
  const isAdmin = viewer.dataState === 'complete' && viewer.data.viewer.user !== null;
  const limits = usage.dataState === 'complete' ? usage.data.client : undefined;

  const path = pathname.toLowerCase();
  const isConsole = path === paths.home.href() || path === paths.admin.href();
  const role = useSessionRole();
  const dashboard = role === 'admin' ? paths.adminClient : paths.clientDashboard;
  const home = access ? dashboard.href(id) : isConsole ? paths.admin.href() : pathname;
  const link = (label: string, icon: LucideIcon, to: string, more: Partial<Command> = {}): Command => ({
    ...{ id: to, label, icon, isLink: true },
    run: () => void navigate(to),
    ...more,
  });
  const tabLink =
    (base: string) =>
    ({ value, label, icon }: (typeof tabs)[number]) =>
      link(label, icon ?? ArrowRight, `${base}?tab=${value}`, tabKeys[value] ? { keys: `g ${tabKeys[value]}` } : {});
  const isEditable = access !== undefined && access !== 'readOnlyLink';
  const hasCampaignsLeft = !limits || limits.usage.campaignsThisMonth < limits.monthlyCampaignLimit;
  const actions = [
    access === 'owner' &&
      hasCampaignsLeft &&
      link('New campaign', Plus, paths.campaignBuilder[role].href(id, 'new'), { newOn: 'campaigns' }),
    isEditable && link('Create sequence', Plus, `${home}?tab=sms&dialog=new`, { newOn: 'sms' }),
    isEditable && link('Upload files', Plus, `${home}?tab=files&start=upload`, { newOn: 'files' }),
    isAdmin && link(consoleMessages.addClient, Plus, `${paths.clients.href()}&dialog=add`, { newOn: 'clients' }),
    {
      ...{ id: 'shortcuts', label: commandMessages.shortcuts, icon: Keyboard, keys: '?', isLink: true },
      run: showShortcuts,
    },
  ].filter((action) => action !== false);
  const destinations = [
    ...tabs.map(tabLink(home)),
    ...(isAdmin && !isConsole
      ? consoleTabs.map(tabLink(paths.admin.href())).map((item) => ({ ...item, detail: consoleMessages.adminConsole }))
      : []),
    ...(isAdmin && path !== paths.team.href()
      ? [link(consoleMessages.team, ArrowRight, paths.team.href(), { keys: 'g t' })]
      : []),
  ];
  const current = params.get('tab') ?? undefined;
  return {
    actions,
    destinations,
    client: access && { id, home },
    isAdmin,
    canBuild: access === 'owner',
    create: current === undefined ? undefined : actions.find(({ newOn }) => newOn === current),
  };
}
