import { FirstSchema1763720000000 } from './1763720000000-first-schema';
import { StoredObjects1763720000001 } from './1763720000001-stored-objects';
import { FormerSlugsAndSearch1763720100000 } from './1763720100000-former-slugs-and-search';
import { LeadCounts1763720200000 } from './1763720200000-lead-counts';
import { ForgetLoggedTexts1763720300000 } from './1763720300000-forget-logged-texts';
import { TextsThatAnswer1763720500000 } from './1763720500000-texts-that-answer';
import { Consents1763720600000 } from './1763720600000-consents';
import { Alerts1763720600001 } from './1763720600001-alerts';
import { TestTexts1763720700000 } from './1763720700000-test-texts';
import { TextsInTime1763720800000 } from './1763720800000-texts-in-time';
import { FilteredTexts1763720900000 } from './1763720900000-filtered-texts';
import { OneShapeOfTexts1763721000000 } from './1763721000000-one-shape-of-texts';
import { OneAlertInHand1763721100000 } from './1763721100000-one-alert-in-hand';
import { LandingDoors1763722000000 } from './1763722000000-landing-doors';
import { ReserveUsage1763722000001 } from './1763722000001-reserve-usage';
import { Renditions1763722100000 } from './1763722100000-renditions';
import { SpamLeads1763722200000 } from './1763722200000-spam-leads';
import { Traces1763723000000 } from './1763723000000-traces';
import { SourceCounts1763722200001 } from './1763722200001-source-counts';
import { SessionLimits1763725000000 } from './1763725000000-session-limits';
import { AdminsAndAudit1763725100000 } from './1763725100000-admins-and-audit';
import { UnloggedThrottles1763727000000 } from './1763727000000-unlogged-throttles';
import { Webhooks1763726000000 } from './1763726000000-webhooks';
import { Retentions1763728000000 } from './1763728000000-retentions';
import { RowSecurity1763724000000 } from './1763724000000-row-security';

/** In the order they run. */
export const migrations = [
  FirstSchema1763720000000,
  StoredObjects1763720000001,
  FormerSlugsAndSearch1763720100000,
  LeadCounts1763720200000,
  ForgetLoggedTexts1763720300000,
  TextsThatAnswer1763720500000,
  Consents1763720600000,
  Alerts1763720600001,
  TestTexts1763720700000,
  TextsInTime1763720800000,
  FilteredTexts1763720900000,
  OneShapeOfTexts1763721000000,
  OneAlertInHand1763721100000,
  LandingDoors1763722000000,
  ReserveUsage1763722000001,
  Renditions1763722100000,
  SpamLeads1763722200000,
  SourceCounts1763722200001,
  Traces1763723000000,
  RowSecurity1763724000000,
  SessionLimits1763725000000,
  AdminsAndAudit1763725100000,
  Webhooks1763726000000,
  UnloggedThrottles1763727000000,
  Retentions1763728000000,
];
