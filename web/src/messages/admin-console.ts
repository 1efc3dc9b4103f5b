/** The texts of the admin console. */
export const consoleMessages = {
  team: 'Team & Security',
  adminConsole: 'Admin Console',
  overview: 'Overview',
  clientManagement: 'Client Management',
  playbooks: 'Playbooks',
  analytics: 'Analytics',
  billing: 'Billing & Limits',

  totalClients: 'Total Clients',
  client: 'Client',
  smsUsage: 'SMS Usage',
  noClients: 'No clients found',
  clients: 'Clients',
  findClient: 'Find a client',
  switchClient: (name: string) => `${name}: switch client`,

  addClient: 'Add Client',
  editClient: 'Edit Client Settings',
  handOver: {
    title: (name: string) => `Invite ${name}`,
    withLogin: 'Send these sign-in details to the client. The password cannot be viewed again.',
    withLink: 'Send this link to the client. Anyone who has it can open the dashboard.',
    label: 'Access to the dashboard',
    copy: 'Copy',
    signInDetails: (url: string, username: string, password: string) =>
      `${url}\nUsername: ${username}\nPassword: ${password}`,
  },
  enableLogin: 'Enable client login',
  monthlyCampaignLimit: 'Monthly Campaign Limit',
  monthlyLeadLimit: 'Monthly Lead Limit',
  monthlySMSLimit: 'Monthly SMS Limit',
  monthlySegmentLimit: 'Monthly Segment Limit',
  segmentLimitHint: 'Carriers bill a long message as several segments. 10,000,000 means no limit.',
  smsAutoReply: 'SMS Auto-Reply',
  abTesting: 'A/B Testing',
  whiteLabel: 'White Label',
} as const;

/** The texts of the first steps of a new agency, except those that are also a client’s. */
export const agencyOnboardingMessages = {
  openClients: 'Open clients',
  addClient: { title: 'Add a client', text: 'A business that you run campaigns for.' },
  publishCampaign: { title: 'Publish a campaign', text: 'Open the client and create its landing page.' },
} as const;
