import {
  AcceptAdminInvitationDocument,
  AdminInvitationsDocument,
  AdminsDocument,
  AdminStatsDocument,
  type AuditActor,
  AuditEntriesDocument,
  CampaignDocument,
  CampaignsDocument,
  ChangePasswordDocument,
  ClientActivityDocument,
  ClientDocument,
  ClientsDocument,
  ClientSourcesDocument,
  ClientStatsDocument,
  CreateAdminInvitationDocument,
  CreateCampaignDocument,
  CreateClientDocument,
  CreateSequenceDocument,
  CreateUploadDocument,
  CreateWebhookDocument,
  CurrentUserDocument,
  DeleteAdminDocument,
  DeleteAdminInvitationDocument,
  DeleteClientDocument,
  DeleteFileDocument,
  DeleteLeadDocument,
  DeleteSequenceDocument,
  DeleteSpamLeadDocument,
  DeleteWebhookDocument,
  ErasePersonDocument,
  FilesDocument,
  LeadsCsvDocument,
  LeadsDocument,
  type LeadSort,
  type LeadStatus,
  PersonDocument,
  ProcessSmsDocument,
  QrCodeDocument,
  type QrCodeFormat,
  RenameFileDocument,
  ReplayWebhookDeliveryDocument,
  RestoreSpamLeadDocument,
  RetentionDocument,
  RotateWebhookSecretDocument,
  ScanAnalyticsDocument,
  SequencesDocument,
  SetObjectPathDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutClientDocument,
  SignOutDocument,
  SmsMessagesDocument,
  SpamLeadsDocument,
  type SortOrder,
  SubmitLeadDocument,
  TestWebhookDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateRetentionDocument,
  UpdateSequenceDocument,
  UpdateWebhookDocument,
  VisitLandingDocument,
  WebhookDeliveriesDocument,
  WebhookDeliveryDocument,
  WebhooksDocument,
} from './operations/generated';
import { MAX_FORM_KEYS, MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import type { Request } from 'express';
import { row, type Row } from './express-rest-to-graphql';

const none = () => ({});
const id = (req: Request) => ({ id: param(req, 'id') });
const clientId = (req: Request) => ({ clientId: param(req, 'id') });
const page = (req: Request) => ({ limit: number(req.query['limit']), offset: number(req.query['offset']) });
const landing = (req: Request) => ({
  client: param(req, 'client'),
  slug: param(req, 'slug'),
  source: text(req.query['source']),
});
const leadFilter = (req: Request) => ({
  ...clientId(req),
  campaignId: text(req.query['campaignId']),
  search: text(req.query['search']),
  status: text(req.query['status']) as LeadStatus | undefined,
  sort: text(req.query['sort']) as LeadSort | undefined,
  order: text(req.query['order']) as SortOrder | undefined,
});
// What a body may hold is the schema's to say; its answer names the field.
const body = (req: Request) => req.body as never;
/** Its keys are the operation's variables. */
const keys = (req: Request) => ({ ...(req.body as object | undefined) }) as never;

/** Section 7 of the product spec, in its order. */
export const routes: Row[] = [
  row('get', '/api/auth/user', CurrentUserDocument, {
    summary: 'The signed-in administrator',
    variables: none,
    reply: (data) => data.currentUser,
  }),
  row('post', '/api/auth/login', SignInDocument, {
    summary: 'Sign an administrator in',
    variables: keys,
    reply: (data) => data.signIn,
    refuses: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  row('post', '/api/auth/logout', SignOutDocument, { summary: 'Sign the administrator out', variables: none }),
  row('post', '/api/auth/client/login', SignInClientDocument, {
    summary: 'Sign a client in',
    variables: keys,
    reply: (data) => data.signInClient,
    refuses: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  row('post', '/api/auth/client/logout', SignOutClientDocument, { summary: 'Sign the client out', variables: none }),
  row('post', '/api/auth/password', ChangePasswordDocument, {
    summary: 'Change your own password',
    variables: keys,
    refuses: ['RATE_LIMITED'],
  }),

  row('get', '/api/admin/admins', AdminsDocument, {
    summary: 'The administrators',
    variables: none,
    reply: (data) => data.admins,
  }),
  row('delete', '/api/admin/admins/:id', DeleteAdminDocument, {
    summary: 'Remove another administrator',
    variables: id,
    refuses: ['CONFLICT'],
  }),
  row('get', '/api/admin/invitations', AdminInvitationsDocument, {
    summary: 'Invitations that can still be used',
    variables: none,
    reply: (data) => data.adminInvitations,
  }),
  row('post', '/api/admin/invitations', CreateAdminInvitationDocument, {
    summary: 'Invite an administrator',
    variables: none,
    reply: (data) => data.createAdminInvitation,
    status: 201,
  }),
  row('post', '/api/admin/invitations/accept', AcceptAdminInvitationDocument, {
    summary: 'Become an administrator by an invitation',
    variables: keys,
    reply: (data) => data.acceptAdminInvitation,
    refuses: ['CONFLICT', 'NOT_FOUND'],
    status: 201,
  }),
  row('delete', '/api/admin/invitations/:id', DeleteAdminInvitationDocument, {
    summary: 'Take an invitation back',
    variables: id,
  }),
  row('get', '/api/admin/audit', AuditEntriesDocument, {
    summary: 'Who did what',
    variables: (req) => ({
      clientId: text(req.query['clientId']),
      userId: text(req.query['userId']),
      actor: text(req.query['actor']) as AuditActor | undefined,
      failed: flag(req.query['failed']),
      ...page(req),
    }),
    reply: (data) => data.auditEntries.items,
    headers: (data) => ({ 'X-Total-Count': String(data.auditEntries.total) }),
  }),

  row('get', '/api/admin/stats', AdminStatsDocument, {
    summary: 'Totals of the agency',
    variables: none,
    reply: (data) => data.adminStats,
  }),
  row('get', '/api/clients', ClientsDocument, {
    summary: 'All clients',
    variables: none,
    reply: (data) => data.clients,
  }),
  row('post', '/api/clients', CreateClientDocument, {
    summary: 'Add a client',
    variables: (req) => ({ input: body(req) }),
    reply: (data) => data.createClient,
    refuses: ['CONFLICT'],
    status: 201,
  }),
  row('put', '/api/clients/:id', UpdateClientDocument, {
    summary: 'Change a client',
    variables: (req) => ({ ...id(req), input: body(req) }),
    reply: (data) => data.updateClient,
    refuses: ['CONFLICT'],
  }),
  row('delete', '/api/clients/:id', DeleteClientDocument, {
    summary: 'Delete a client and everything under it',
    variables: id,
  }),
  row('get', '/api/clients/:id', ClientDocument, {
    summary: 'One client',
    variables: id,
    reply: (data) => data.client,
  }),
  row('get', '/api/clients/:id/stats', ClientStatsDocument, {
    summary: 'Totals of a client',
    variables: clientId,
    reply: (data) => data.clientStats,
  }),
  row('get', '/api/clients/:id/sources', ClientSourcesDocument, {
    summary: 'What each source brought a client in the last days: views and leads',
    variables: (req) => ({
      ...clientId(req),
      days: number(req.query['days']),
      campaignId: text(req.query['campaignId']),
    }),
    reply: (data) => data.clientStats.bySource,
  }),
  row('get', '/api/clients/:id/campaigns', CampaignsDocument, {
    summary: 'A client’s campaigns',
    variables: clientId,
    reply: (data) => data.campaigns,
  }),
  row('get', '/api/clients/:id/leads', LeadsDocument, {
    summary: 'A client’s leads',
    variables: (req) => ({ ...leadFilter(req), ...page(req) }),
    reply: (data) => data.leads.items,
    headers: (data) => ({ 'X-Total-Count': String(data.leads.total) }),
  }),
  row('get', '/api/clients/:id/leads.csv', LeadsCsvDocument, {
    summary: 'The same leads as a CSV file',
    variables: leadFilter,
    parts: {
      fileName: 'leads.csv',
      mimeType: 'text/csv',
      text: (data) => data.leadsCsv.text,
      next: (data) => data.leadsCsv.next,
    },
  }),
  row('get', '/api/clients/:id/spam-leads', SpamLeadsDocument, {
    summary: 'Submissions to a client that look like spam; they are in no other list or count',
    variables: (req) => ({ ...clientId(req), campaignId: text(req.query['campaignId']), ...page(req) }),
    reply: (data) => data.spamLeads.items,
    headers: (data) => ({ 'X-Total-Count': String(data.spamLeads.total) }),
  }),
  row('get', '/api/clients/:id/activity', ClientActivityDocument, {
    summary: 'What was done in a client’s account, by whom',
    variables: (req) => ({ ...clientId(req), ...page(req) }),
    reply: (data) => data.clientActivity.items,
    headers: (data) => ({ 'X-Total-Count': String(data.clientActivity.total) }),
  }),
  row('get', '/api/clients/:id/files', FilesDocument, {
    summary: 'A client’s files',
    variables: clientId,
    reply: (data) => data.files,
  }),
  row('get', '/api/clients/:id/sms-sequences', SequencesDocument, {
    summary: 'A client’s sequences',
    variables: clientId,
    reply: (data) => data.sequences,
  }),
  row('get', '/api/clients/:id/sms-messages', SmsMessagesDocument, {
    summary: 'A client’s texts',
    variables: clientId,
    reply: (data) => data.smsMessages,
  }),

  row('get', '/api/campaigns/:id/scan-analytics', ScanAnalyticsDocument, {
    summary: 'Who opened a campaign’s landing page',
    variables: (req) => ({ campaignId: param(req, 'id') }),
    reply: (data) => data.scanAnalytics,
  }),
  row('get', '/api/campaigns/:id', CampaignDocument, {
    summary: 'One campaign',
    variables: id,
    reply: (data) => data.campaign,
  }),
  row('post', '/api/clients/:id/campaigns', CreateCampaignDocument, {
    summary: 'Make a campaign',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    reply: (data) => data.createCampaign,
    refuses: ['CONFLICT', 'LIMIT_REACHED'],
    status: 201,
  }),
  row('put', '/api/campaigns/:id', UpdateCampaignDocument, {
    summary: 'Change a campaign',
    variables: (req) => ({ ...id(req), input: body(req) }),
    reply: (data) => data.updateCampaign,
    refuses: ['CONFLICT'],
  }),

  row('get', '/api/campaigns/:id/qrcode', QrCodeDocument, {
    summary: 'The QR code of a campaign’s landing page',
    variables: (req) => ({
      campaignId: param(req, 'id'),
      format: text(req.query['format']) as QrCodeFormat | undefined,
      size: number(req.query['size']),
    }),
    file: (data) => data.qrCode,
    mediaTypes: ['image/png', 'image/svg+xml'],
  }),

  row('get', '/api/landing/:client/:slug', VisitLandingDocument, {
    summary: 'A public campaign; counts one view under its source',
    variables: landing,
    ask: async (landings, variables, headers) => ({ visitLanding: await landings.visit({ ...variables, headers }) }),
    reply: (data) => data.visitLanding,
    isPublic: true,
  }),
  row('post', '/api/campaigns/:client/:slug/leads', SubmitLeadDocument, {
    summary: 'Send a visitor’s form',
    variables: (req) => ({
      ...landing(req),
      pageVersion: text(req.query['pageVersion']),
      formToken: text(req.query['formToken']),
      trapped: flag(req.query['trapped']),
      formData: body(req),
      idempotencyKey: req.get('Idempotency-Key'),
    }),
    reply: (data) => data.submitLead,
    status: 201,
    isPublic: true,
    refuses: ['RATE_LIMITED'],
    body: {
      maxProperties: MAX_FORM_KEYS,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: MAX_FORM_VALUE_LENGTH },
    },
  }),
  row('put', '/api/leads/:id', UpdateLeadDocument, {
    summary: 'Change a lead',
    variables: (req) => ({ ...id(req), input: body(req) }),
    reply: (data) => data.updateLead,
  }),
  row('delete', '/api/leads/:id', DeleteLeadDocument, { summary: 'Delete a lead', variables: id }),
  row('post', '/api/spam-leads/:id/restore', RestoreSpamLeadDocument, {
    summary: 'Make a lead of a submission that is no spam',
    variables: id,
    reply: (data) => data.restoreSpamLead,
  }),
  row('delete', '/api/spam-leads/:id', DeleteSpamLeadDocument, {
    summary: 'Delete a submission that is spam',
    variables: id,
  }),

  // Bodies both: an address is written down in many places, and would name a person there.
  row('post', '/api/clients/:id/person', PersonDocument, {
    summary: 'Everything a client keeps of the person with a phone number or an email',
    variables: (req) => ({ ...(keys(req) as object), ...clientId(req) }),
    reply: (data) => data.person,
  }),
  row('post', '/api/clients/:id/person/erase', ErasePersonDocument, {
    summary: 'Erase everything a client keeps of a person but the opt-outs',
    variables: (req) => ({ ...(keys(req) as object), ...clientId(req) }),
    reply: (data) => data.erasePerson,
  }),
  row('get', '/api/clients/:id/retention', RetentionDocument, {
    summary: 'How long a client keeps its leads',
    variables: clientId,
    reply: (data) => data.retention,
  }),
  row('put', '/api/clients/:id/retention', UpdateRetentionDocument, {
    summary: 'Change how long a client keeps its leads',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    reply: (data) => data.updateRetention,
  }),

  row('post', '/api/clients/:id/sms-sequences', CreateSequenceDocument, {
    summary: 'Make a sequence',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    reply: (data) => data.createSequence,
    status: 201,
  }),
  row('put', '/api/sms-sequences/:id', UpdateSequenceDocument, {
    summary: 'Change a sequence',
    variables: (req) => ({ ...id(req), input: body(req) }),
    reply: (data) => data.updateSequence,
  }),
  row('delete', '/api/sms-sequences/:id', DeleteSequenceDocument, { summary: 'Delete a sequence', variables: id }),
  row('post', '/api/sms/process', ProcessSmsDocument, {
    summary: 'Send what is due or stuck',
    variables: keys,
    reply: (data) => data.processSms,
  }),

  row('post', '/api/clients/:id/files/upload', CreateUploadDocument, {
    summary: 'Ask where to put a client’s file',
    variables: (req) => ({ ...(keys(req) as { sendsHeaders?: boolean }), ...clientId(req) }),
    reply: (data) => data.createUpload,
    status: 201,
    refuses: ['LIMIT_REACHED', 'RATE_LIMITED'],
  }),
  row('post', '/api/objects/upload', CreateUploadDocument, {
    summary: 'Ask where to put a campaign’s image',
    variables: keys,
    reply: (data) => data.createUpload,
    status: 201,
    refuses: ['LIMIT_REACHED', 'RATE_LIMITED'],
  }),
  row('put', '/api/objects/set-path', SetObjectPathDocument, {
    summary: 'Check what was uploaded and give it its path; with clientId it joins that client’s files',
    variables: (req) => ({ input: body(req) }),
    reply: ({ setObjectPath: { objectPath, file } }) => ({ ...file, objectPath }),
    refuses: ['CONFLICT', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  }),
  row('put', '/api/files/:id', RenameFileDocument, {
    summary: 'Rename a file',
    variables: (req) => ({ ...(keys(req) as { fileName: string }), ...id(req) }),
    reply: (data) => data.renameFile,
  }),
  row('delete', '/api/files/:id', DeleteFileDocument, { summary: 'Delete a file', variables: id }),

  row('get', '/api/clients/:id/webhooks', WebhooksDocument, {
    summary: 'A client’s webhooks',
    variables: clientId,
    reply: (data) => data.webhooks,
  }),
  row('post', '/api/clients/:id/webhooks', CreateWebhookDocument, {
    summary: 'Make a webhook; its secret is shown this once',
    variables: (req) => ({ ...clientId(req), input: body(req) }),
    reply: (data) => data.createWebhook,
    status: 201,
    refuses: ['LIMIT_REACHED'],
  }),
  row('put', '/api/webhooks/:id', UpdateWebhookDocument, {
    summary: 'Change a webhook',
    variables: (req) => ({ ...id(req), input: body(req) }),
    reply: (data) => data.updateWebhook,
  }),
  row('delete', '/api/webhooks/:id', DeleteWebhookDocument, {
    summary: 'Delete a webhook, its log and what still waits',
    variables: id,
  }),
  row('post', '/api/webhooks/:id/secret', RotateWebhookSecretDocument, {
    summary: 'Give a webhook a new secret, which is shown this once; the one before signs as well for a day',
    variables: id,
    reply: (data) => data.rotateWebhookSecret,
  }),
  row('post', '/api/webhooks/:id/test', TestWebhookDocument, {
    summary: 'Post a test event to a webhook',
    variables: id,
    reply: (data) => data.testWebhook,
    refuses: ['RATE_LIMITED'],
  }),
  row('get', '/api/webhooks/:id/deliveries', WebhookDeliveriesDocument, {
    summary: 'What was posted to a webhook in the last 30 days, and what waits',
    variables: (req) => ({
      webhookId: param(req, 'id'),
      limit: number(req.query['limit']),
      offset: number(req.query['offset']),
    }),
    reply: (data) => data.webhookDeliveries.items,
    headers: (data) => ({ 'X-Total-Count': String(data.webhookDeliveries.total) }),
  }),
  row('get', '/api/webhook-deliveries/:id', WebhookDeliveryDocument, {
    summary: 'One delivery, with what was posted and answered',
    variables: id,
    reply: (data) => data.webhookDelivery,
  }),
  row('post', '/api/webhook-deliveries/:id/replay', ReplayWebhookDeliveryDocument, {
    summary: 'Post an event again, now, under the same webhook-id',
    variables: id,
    reply: (data) => data.replayWebhookDelivery,
    refuses: ['RATE_LIMITED'],
  }),
];

function param(req: Request, name: string): string {
  return String(req.params[name]);
}

/** What was given; a parameter given twice is a list, and the schema's to refuse. */
function text(value: unknown): string | undefined {
  return value as string | undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : (value as undefined);
}

function flag(value: unknown): boolean | undefined {
  return value === 'true' || value === 'false' ? value === 'true' : (value as undefined);
}
