import { sequenceVersionMessages as messages } from '../../../messages/sequences/versions';
import type { SequenceVersionFieldsFragment } from '../../../shared/graphql/generated';
import type { VersionChange } from '../../../shared/versions/versions-drawer';
import { formatOffset } from '../delay';
import { triggerOptions } from '../sequence-values';

export type VersionContent = Pick<SequenceVersionFieldsFragment, 'triggerEvent' | 'stopOnReply' | 'steps'>;

/** Describes how a version differs from the one before it. */
export function diffVersions(before: VersionContent, after: VersionContent): VersionChange[] {
  const keysOf = ({ steps }: VersionContent) => steps.map(({ key }) => key);
  const [keysBefore, keysAfter] = [keysOf(before), keysOf(after)];
  const sharedBefore = keysBefore.filter((key) => keysAfter.includes(key));
  const sharedAfter = keysAfter.filter((key) => keysBefore.includes(key));
  const changes: VersionChange[] = [];
  for (const [index, { key, message }] of before.steps.entries())
    if (!keysAfter.includes(key)) changes.push({ label: messages.removed(index + 1), before: message });
  for (const [index, step] of after.steps.entries()) {
    const number = index + 1;
    const indexBefore = keysBefore.indexOf(step.key);
    const old = before.steps[indexBefore];
    if (!old) {
      changes.push({ label: messages.added(number), after: `${formatOffset(step.delayMinutes)}: ${step.message}` });
      continue;
    }
    if (sharedBefore.indexOf(step.key) !== sharedAfter.indexOf(step.key))
      changes.push({ label: messages.moved(indexBefore + 1, number) });
    const compare = (label: string, was: string, is: string) => {
      if (was !== is) changes.push({ label, before: was, after: is });
    };
    compare(messages.changed(number), old.message, step.message);
    compare(messages.delayed(number), formatOffset(old.delayMinutes), formatOffset(step.delayMinutes));
    const textOf = (variants: string[]) => variants.join('\n') || messages.none;
    compare(messages.compared(number), textOf(old.variants), textOf(step.variants));
  }
  if (before.triggerEvent !== after.triggerEvent)
    changes.push({ label: messages.trigger, before: triggerText(before), after: triggerText(after) });
  if (before.stopOnReply !== after.stopOnReply)
    changes.push({ label: messages.replies, before: replyText(before), after: replyText(after) });
  return changes;
}

const triggerText = ({ triggerEvent }: VersionContent) =>
  triggerOptions.find(({ value }) => value === triggerEvent)!.label;
const replyText = ({ stopOnReply }: VersionContent) => (stopOnReply ? messages.stopsOnReply : messages.ignoresReplies);
