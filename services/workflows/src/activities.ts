import { ClaimStepDocument, FollowUpDocument, type FollowUpQuery, RecordSendDocument } from '@dripline/contract/generated';
import type { AskDomain } from './ask-domain';
import type { SmsProvider } from './sms-provider';

/** Where an enrollment stands; see the GraphQL type. */
export type FollowUpState = FollowUpQuery['followUp'];

export interface ActivityParts {
  ask: AskDomain;
  provider: SmsProvider;
}

export type Activities = ReturnType<typeof createActivities>;

export function createActivities({ ask, provider }: ActivityParts) {
  return {
    /** Asks where an enrollment stands. */
    async lookUpEnrollment({ enrollmentId }: { enrollmentId: string }): Promise<FollowUpState> {
      const { followUp } = await ask(FollowUpDocument, { enrollmentId });
      return followUp;
    },

    /** Sends a step if the domain still wants it sent. An attempt that may have reached the provider is looked up there first. */
    async sendStep({ enrollmentId, position }: { enrollmentId: string; position: number }): Promise<FollowUpState> {
      const { claimStep: claim } = await ask(ClaimStepDocument, { enrollmentId, position });
      if (claim.decision !== 'send' || !claim.text) return claim;
      const { attemptedBefore, ...text } = claim.text;
      const found = attemptedBefore ? await provider.find(text) : null;
      const { providerId } = found ?? (await provider.send(text));
      const { recordSend } = await ask(RecordSendDocument, { outcome: { messageId: text.id, providerId, status: 'sent' } });
      return recordSend;
    },
  };
}
