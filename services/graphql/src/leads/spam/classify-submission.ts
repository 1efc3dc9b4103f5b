import { FORM_TOKEN_LIFETIME_MS } from '@dripline/runtime/form-token';
import type { Context } from '../../api/context';
import { isSpent } from '../../api/rate-limits';
import { SpamReason } from './spam-lead.entity';

/** What a submission says of where it comes from; a bare API call says nothing, and nothing is held against it. */
export interface Evidence {
  /** The handle and slug of the page that the form belongs to. */
  page: string;
  campaignId: string;
  /** What we signed the page with. */
  formToken: string | null;
  /** The field that people do not see was filled in. */
  trapped: boolean;
}

/** Why a submission looks like a robot's, or null. Where a person may be behind it, it is taken for one's: a page left open, or one of before a key was changed. */
export async function judgeSubmission(
  ctx: Context,
  { page, campaignId, formToken, trapped }: Evidence,
): Promise<SpamReason | null> {
  if (trapped) return SpamReason.trap;
  const madeAt = formToken === null ? null : ctx.formTokens.read(page, formToken);
  if (madeAt === 'forged') return SpamReason.forged;
  // A page of the future says only that two clocks differ.
  const age = madeAt === null ? null : Date.now() - madeAt.getTime();
  if (age !== null && age >= 0 && age < ctx.settings.minFillSeconds * 1000) return SpamReason.too_fast;
  if (!(await isSpent(ctx.throttles.campaign, campaignId))) return null;
  const isVouchedFor = age !== null && age < FORM_TOKEN_LIFETIME_MS && !(await isSpent(ctx.throttles.page, formToken!));
  return isVouchedFor ? null : SpamReason.flood;
}
