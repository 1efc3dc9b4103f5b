/** Texts that several screens use. */
export const sharedMessages = {
  secretSaved: 'I have saved it',
  campaign: 'Campaign',
  campaigns: 'Campaigns',
  leads: 'Leads',
  conversions: 'Conversions',
  leadRate: 'Lead rate',
  activeCampaigns: 'Active Campaigns',
  totalLeads: 'Total Leads',
  smsSent: 'SMS Sent',
  status: 'Status',
  active: 'Active',
  inactive: 'Inactive',
  actions: 'Actions',
  edit: 'Edit',
  delete: 'Delete',
  preview: 'Preview',
  webhooks: 'Webhooks',
  apiKeys: 'API keys',

  businessName: 'Business Name',
  contactEmail: 'Contact Email',
  notificationPhone: 'Notification Phone',

  clientNotFound: 'Client not found',
  campaignNotFound: 'Campaign not found',
  cannotBeUndone: 'This action cannot be undone',
} as const;
