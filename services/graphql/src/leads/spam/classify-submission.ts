import { FORM_TOKEN_LIFETIME_MS } from '@dripline/runtime/landing/form-token';
import type { Context } from '../../api/context';
import { isExceeded } from '../../api/rate-limiters';
import { SpamReason } from './spam-lead.entity';

/** What a submission reveals about its origin. API calls reveal nothing, which is not suspicious. */
export interface SubmissionOrigin {
  /** The handle and slug of the page that the form belongs to. */
  page: string;
  campaignId: string;
  /** The signed token of the landing page. */
  formToken: string | null;
  /** Whether the honeypot field was filled in. */
  honeypotFilled: boolean;
  /** Whether the browser filled in answers, as a page's script reports. */
  autofilled: boolean;
}

/**
 * Classifies a submission as spam and returns the reason, or null.
 * Submissions that may come from a person are accepted, such as those from a page that was left open for days.
 */
export async function classifySubmission(
  ctx: Context,
  { page, campaignId, formToken, honeypotFilled, autofilled }: SubmissionOrigin,
): Promise<SpamReason | null> {
  if (honeypotFilled) return SpamReason.honeypot;
  const issuedAt = formToken === null ? null : ctx.formTokens.read(page, formToken);
  if (issuedAt === 'forged') return SpamReason.forged_token;
  // A negative age only means that two clocks differ.
  const age = issuedAt === null ? null : Date.now() - issuedAt.getTime();
  const isFast = age !== null && age >= 0 && age < ctx.settings.minFillSeconds * 1000;
  if (isFast && !autofilled) return SpamReason.too_fast;
  if (!(await isExceeded(ctx.rateLimiters.submissionsPerCampaign, campaignId))) return null;
  const hasValidToken =
    age !== null &&
    !isFast &&
    age < FORM_TOKEN_LIFETIME_MS &&
    !(await isExceeded(ctx.rateLimiters.submissionsPerFormToken, formToken!));
  return hasValidToken ? null : SpamReason.flood;
}
