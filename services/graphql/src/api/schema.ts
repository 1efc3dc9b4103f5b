import type { GraphQLSchema } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';
import { buildSchemaSync } from 'type-graphql';
import { authChecker } from '../access/access';
import { auditMutations } from '../audit/audit-mutations';
import { AuditResolver } from '../audit/audit.resolver';
import { CampaignResolver } from '../campaigns/campaign.resolver';
import { QrCodeResolver } from '../campaigns/qr-code.resolver';
import { ClientResolver } from '../clients/client.resolver';
import { FileResolver } from '../files/file.resolver';
import { LandingResolver } from '../landing/landing.resolver';
import { ConsentResolver } from '../leads/consent/consent.resolver';
import { OptOutResolver } from '../replies/opt-out.resolver';
import { LeadResolver } from '../leads/lead.resolver';
import { SpamLeadResolver } from '../leads/spam/spam-lead.resolver';
import { EvidenceResolver } from '../privacy/evidence.resolver';
import { PersonResolver } from '../privacy/person.resolver';
import { RetentionPolicyResolver } from '../privacy/retention-policy.resolver';
import { SenderResolver } from '../senders/sender.resolver';
import { AdminResolver } from '../sessions/admin.resolver';
import { SecondFactorResolver } from '../sessions/second-factor/second-factor.resolver';
import { SessionResolver } from '../sessions/session.resolver';
import { MessageWorkerResolver } from '../messages/message-worker.resolver';
import { SequencePreviewResolver } from '../sequences/sequence-preview.resolver';
import { SequenceResolver } from '../sequences/sequence.resolver';
import { SmsMessageResolver } from '../messages/sms-message.resolver';
import { TestMessageResolver } from '../messages/test-message.resolver';
import { EnrollmentResolver } from '../enrollments/enrollment.resolver';
import { TimelineResolver } from '../enrollments/timeline.resolver';
import {
  AdminStatsResolver,
  CampaignStatsResolver,
  ClientCountsResolver,
  ClientStatsResolver,
  StatsResolver,
} from '../stats/stats.resolver';
import { DeliveryWorkerResolver } from '../webhooks/delivery-worker.resolver';
import { WebhookResolver } from '../webhooks/webhook.resolver';

/** Builds the executable schema with all resolvers and the audit log. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      SessionResolver,
      SecondFactorResolver,
      AdminResolver,
      AuditResolver,
      ClientResolver,
      CampaignResolver,
      QrCodeResolver,
      LandingResolver,
      LeadResolver,
      SpamLeadResolver,
      ConsentResolver,
      OptOutResolver,
      SequenceResolver,
      SequencePreviewResolver,
      TestMessageResolver,
      SmsMessageResolver,
      EnrollmentResolver,
      FileResolver,
      StatsResolver,
      AdminStatsResolver,
      ClientStatsResolver,
      ClientCountsResolver,
      CampaignStatsResolver,
      MessageWorkerResolver,
      TimelineResolver,
      WebhookResolver,
      DeliveryWorkerResolver,
      PersonResolver,
      EvidenceResolver,
      RetentionPolicyResolver,
      SenderResolver,
    ],
    scalarsMap: [{ type: Object, scalar: GraphQLJSONObject }],
    authChecker,
    // Otherwise a validation error would return the rejected values, including passwords.
    validate: { forbidUnknownValues: false, validationError: { target: false, value: false } },
  });
  return auditMutations(schema);
}
