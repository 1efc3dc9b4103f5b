import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { type BuildSchemaOptions, buildSchemaSync } from 'type-graphql';
import { authChecker } from '../access/access';
import { ApiKeyResolver } from '../api-keys/api-key.resolver';
import { auditMutations } from '../audit/audit-mutations';
import { ActivityResolver, AuditResolver, ClientActivityResolver } from '../audit/audit.resolver';
import { CampaignResolver } from '../campaigns/campaign.resolver';
import { QrCodeResolver } from '../campaigns/qr-code.resolver';
import { SubscriptionResolver } from '../changes/subscription.resolver';
import { ClientAttentionResolver } from '../attention/attention.resolver';
import { BillingResolver } from '../billing/billing.resolver';
import { AnalyticsResolver, AnalyticsRowResolver } from '../analytics/analytics.resolver';
import { RatesResolver } from '../billing/rates/rates.resolver';
import { StatementResolver } from '../billing/statements/statement.resolver';
import { MessageVariantsResolver } from '../ab-tests/message-variants.resolver';
import {
  AbTestResolver,
  AbTestVariantResolver,
  CampaignAbTestsResolver,
  LeadAbTestResolver,
} from '../ab-tests/ab-test.resolver';
import { ClientPlacementsResolver, LeadPlacementResolver, PlacementResolver } from '../placements/placement.resolver';
import { PlaybookCopyResolver } from '../playbooks/playbook-copy.resolver';
import { PlaybookResolver } from '../playbooks/playbook.resolver';
import { ClientResolver } from '../clients/client.resolver';
import { FileResolver } from '../files/file.resolver';
import { LandingCacheResolver } from '../landing/landing-cache.resolver';
import { LandingResolver } from '../landing/landing.resolver';
import { ConsentResolver } from '../leads/consent/consent.resolver';
import { LeadNoteResolver, LeadNotesResolver } from '../leads/notes/lead-note.resolver';
import { ClientSavedViewsResolver, SavedViewResolver } from '../leads/saved-views/saved-view.resolver';
import { OptOutResolver } from '../replies/opt-out.resolver';
import { LeadImportResolver } from '../leads/imports/lead-import.resolver';
import { ClientLeadJobsResolver, LeadJobResolver } from '../leads/jobs/lead-job.resolver';
import { SelectedSequencesResolver } from '../leads/sequences/selected-sequences.resolver';
import { LeadResolver } from '../leads/lead.resolver';
import { SpamLeadResolver } from '../leads/spam/spam-lead.resolver';
import { ClientLeadOwnersResolver, LeadOwnerResolver } from '../leads/owners/lead-owner.resolver';
import { ClientTagResolver, LeadTagResolver } from '../leads/tags/tag.resolver';
import { EvidenceResolver } from '../privacy/evidence.resolver';
import { PersonResolver } from '../privacy/person.resolver';
import { RetentionPolicyResolver } from '../privacy/retention-policy.resolver';
import { SenderResolver } from '../senders/sender.resolver';
import { AdminResolver } from '../sessions/admins/admin.resolver';
import { EmailNotificationsResolver } from '../notifications/email/email-notifications.resolver';
import { ClientNotificationsResolver, NotificationResolver } from '../notifications/notification.resolver';
import { MemberResolver } from '../sessions/members/member.resolver';
import { SecondFactorResolver } from '../sessions/second-factor/second-factor.resolver';
import { SessionResolver } from '../sessions/session.resolver';
import { ConversationResolver, MessageProgressResolver } from '../messages/conversation/conversation.resolver';
import { MessageWorkerResolver } from '../messages/message-worker.resolver';
import { ForecastResolver } from '../forecast/forecast.resolver';
import { SequencePreviewResolver } from '../sequences/sequence-preview.resolver';
import { CampaignVersionsResolver } from '../campaigns/versions/campaign-version.resolver';
import { CampaignDraftResolver } from '../campaigns/versions/campaign-draft.resolver';
import { SequenceDraftResolver } from '../sequences/versions/sequence-draft.resolver';
import { SequenceVersionResolver } from '../sequences/versions/sequence-version.resolver';
import { SequenceResolver } from '../sequences/sequence.resolver';
import { SmsMessageResolver } from '../messages/sms-message.resolver';
import { TestMessageResolver } from '../messages/test-message.resolver';
import { EnrollmentResolver } from '../enrollments/enrollment.resolver';
import {
  AdminStatsResolver,
  CampaignStatsResolver,
  ClientCountsResolver,
  ClientStatsResolver,
  StatsResolver,
} from '../stats/stats.resolver';
import { DeliveryWorkerResolver } from '../webhooks/delivery-worker.resolver';
import { WebhookDeliveryResolver, WebhookResolver } from '../webhooks/webhook.resolver';

/** Builds the executable public schema with its resolvers and the audit log. */
export function createSchema(): GraphQLSchema {
  return auditMutations(
    buildSchema([
      SessionResolver,
      SecondFactorResolver,
      AdminResolver,
      ApiKeyResolver,
      MemberResolver,
      NotificationResolver,
      ClientNotificationsResolver,
      EmailNotificationsResolver,
      AbTestResolver,
      LeadAbTestResolver,
      AbTestVariantResolver,
      CampaignAbTestsResolver,
      MessageVariantsResolver,
      PlacementResolver,
      ClientPlacementsResolver,
      LeadPlacementResolver,
      PlaybookResolver,
      PlaybookCopyResolver,
      AuditResolver,
      ActivityResolver,
      ClientActivityResolver,
      ClientResolver,
      ClientAttentionResolver,
      BillingResolver,
      RatesResolver,
      AnalyticsResolver,
      AnalyticsRowResolver,
      StatementResolver,
      CampaignResolver,
      QrCodeResolver,
      LandingResolver,
      LeadResolver,
      SelectedSequencesResolver,
      LeadImportResolver,
      LeadJobResolver,
      ClientLeadJobsResolver,
      SpamLeadResolver,
      LeadTagResolver,
      ClientTagResolver,
      LeadOwnerResolver,
      ClientLeadOwnersResolver,
      ConsentResolver,
      LeadNoteResolver,
      LeadNotesResolver,
      SavedViewResolver,
      ClientSavedViewsResolver,
      OptOutResolver,
      SequenceResolver,
      ForecastResolver,
      SequencePreviewResolver,
      SequenceVersionResolver,
      CampaignVersionsResolver,
      CampaignDraftResolver,
      SequenceDraftResolver,
      TestMessageResolver,
      ConversationResolver,
      MessageProgressResolver,
      SmsMessageResolver,
      EnrollmentResolver,
      FileResolver,
      StatsResolver,
      AdminStatsResolver,
      ClientStatsResolver,
      ClientCountsResolver,
      CampaignStatsResolver,
      WebhookResolver,
      WebhookDeliveryResolver,
      PersonResolver,
      EvidenceResolver,
      RetentionPolicyResolver,
      SenderResolver,
      SubscriptionResolver,
    ]),
  );
}

/** Builds the executable schema of the operations of Dripline's other services. They are not audited. */
export function createInternalSchema(): GraphQLSchema {
  return buildSchema([LandingCacheResolver, MessageWorkerResolver, DeliveryWorkerResolver]);
}

function buildSchema(resolvers: BuildSchemaOptions['resolvers']): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers,
    scalarsMap: [{ type: Object, scalar: GraphQLJSONObject }],
    authChecker,
    // TypeGraphQL requires one, but each subscription has a source of its own.
    pubSub: {
      publish: () => undefined,
      subscribe: () => {
        throw new Error('No topic is published');
      },
    },
    // Otherwise a validation error would return the rejected values, including passwords.
    validate: { forbidUnknownValues: false, validationError: { target: false, value: false } },
  });
  // TypeGraphQL has no option for the descriptions of the root types.
  const roots: [GraphQLObjectType | null | undefined, string][] = [
    [schema.getQueryType(), 'Everything that can be read.'],
    [schema.getMutationType(), 'Everything that can be changed.'],
    [schema.getSubscriptionType(), 'Changes as they happen, over Server-Sent Events.'],
  ];
  for (const [type, description] of roots) if (type) type.description = description;
  return schema;
}
