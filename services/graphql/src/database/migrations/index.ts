import { InitialSchema1763800000000 } from './initial-schema/1763800000000-initial-schema';
import { FormLabels1764100000000 } from './1764100000000-form-labels';
import { Conversations1764200000000 } from './1764200000000-conversations';
import { LeadTags1764300000000 } from './leads/1764300000000-lead-tags';
import { LeadSources1764300000001 } from './leads/1764300000001-lead-sources';
import { AgencyConsole1764400000000 } from './1764400000000-agency-console';
import { AgencyIndexes1764400000001 } from './1764400000001-agency-indexes';
import { SavedViews1764500000000 } from './1764500000000-saved-views';
import { LeadJobs1764500000100 } from './leads/1764500000100-lead-jobs';
import { Rates1764500000200 } from './1764500000200-rates';
import { CampaignArchive1764500000300 } from './1764500000300-campaign-archive';
import { Analytics1764500000400 } from './1764500000400-analytics';
import { LeadImports1764500000500 } from './leads/1764500000500-lead-imports';
import { ImportIndexes1764500000501 } from './leads/1764500000501-import-indexes';
import { Members1764500000600 } from './members/1764500000600-members';
import { AbTestNotifications1764500002400 } from './leads/1764500002400-ab-test-notifications';
import { LeadOwners1764500000700 } from './leads/1764500000700-lead-owners';
import { LeadOwnerIndex1764500000701 } from './leads/1764500000701-lead-owner-index';
import { NotificationEmails1764500000800 } from './1764500000800-notification-emails';
import { NotificationEmailIndex1764500000801 } from './1764500000801-notification-email-index';
import { Placements1764500000900 } from './1764500000900-placements';
import { AbTests1764500001000 } from './1764500001000-ab-tests';
import { AbTestIndex1764500001001 } from './1764500001001-ab-test-index';
import { PageDesign1764500001100 } from './1764500001100-page-design';
import { TranslationIndex1764500001101 } from './1764500001101-translation-index';
import { Versions1764500001200 } from './1764500001200-versions';
import { Brands1764500001300 } from './1764500001300-brands';
import { Attribution1764500001400 } from './leads/1764500001400-attribution';
import { ClientDomains1764500001500 } from './1764500001500-client-domains';
import { ClientDomainIndex1764500001501 } from './1764500001501-client-domain-index';
import { Playbooks1764500001600 } from './1764500001600-playbooks';
import { AccountOfUsername1764500001700 } from './members/1764500001700-account-of-username';
import { MediaIndexes1764500001800 } from './1764500001800-media-indexes';
import { LandingPageChanges1764500001900 } from './1764500001900-landing-page-changes';
import { Erasures1764500002000 } from './1764500002000-erasures';
import { BreakerOpenedAt1764500002100 } from './1764500002100-breaker-opened-at';
import { MemberConstraints1764500000601 } from './members/1764500000601-member-constraints';
import { DeletingPolicies1764500002200 } from './policies/1764500002200-deleting-policies';
import { MessageForecasts1764500002300 } from './policies/1764500002300-message-forecasts';
import { AdConsentText1764500002500 } from './leads/1764500002500-ad-consent-text';
import { UtmCampaigns1764500002501 } from './leads/1764500002501-utm-campaigns';

/** All migrations, in the order in which they run. */
export const migrations = [
  InitialSchema1763800000000,
  FormLabels1764100000000,
  Conversations1764200000000,
  LeadTags1764300000000,
  LeadSources1764300000001,
  AgencyConsole1764400000000,
  AgencyIndexes1764400000001,
  SavedViews1764500000000,
  LeadJobs1764500000100,
  Rates1764500000200,
  CampaignArchive1764500000300,
  Analytics1764500000400,
  LeadImports1764500000500,
  ImportIndexes1764500000501,
  Members1764500000600,
  MemberConstraints1764500000601,
  LeadOwners1764500000700,
  LeadOwnerIndex1764500000701,
  NotificationEmails1764500000800,
  NotificationEmailIndex1764500000801,
  Placements1764500000900,
  AbTests1764500001000,
  AbTestIndex1764500001001,
  PageDesign1764500001100,
  TranslationIndex1764500001101,
  Versions1764500001200,
  Brands1764500001300,
  Attribution1764500001400,
  ClientDomains1764500001500,
  ClientDomainIndex1764500001501,
  Playbooks1764500001600,
  AccountOfUsername1764500001700,
  MediaIndexes1764500001800,
  LandingPageChanges1764500001900,
  Erasures1764500002000,
  BreakerOpenedAt1764500002100,
  DeletingPolicies1764500002200,
  MessageForecasts1764500002300,
  AbTestNotifications1764500002400,
  AdConsentText1764500002500,
  UtmCampaigns1764500002501,
];
