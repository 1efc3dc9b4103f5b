import { useQuery } from '@apollo/client/react';
import { Heading, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { sequenceVersionMessages as messages } from '../../../messages/sequences/versions';
import { formatDateTimeToMinute, plural } from '../../../shared/format';
import {
  ClientDocument,
  type EnrolledLeadsAction,
  type SequenceVersionPreviewQuery,
} from '../../../shared/graphql/generated';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { EnrolledLeadsChoice } from './enrolled-leads-choice';

/** Where the leads in progress stand. */
export type VersionPreview = SequenceVersionPreviewQuery['sequenceVersionPreview'];
type Group = VersionPreview['groups'][number];
type Times = NonNullable<Group['finish']>;

interface PublishDialogProps {
  clientId: string;
  preview: VersionPreview;
  onPublish: (action: EnrolledLeadsAction) => void;
  onCancel: () => void;
}

/** Asks what leads in progress get when a version is published, and shows when each choice sends their next messages. */
export function PublishDialog({ clientId, preview, onPublish, onCancel }: PublishDialogProps) {
  const { data: clientData } = useQuery(ClientDocument, { variables: { id: clientId } });
  const [action, setAction] = useState<EnrolledLeadsAction>('finish');
  // The editor has loaded the client.
  const timeZone = clientData?.client.timeZone ?? 'UTC';
  return (
    <FormDialog
      title={messages.publishTitle}
      submitLabel={messages.publish}
      busy={false}
      isUnsaved={false}
      onSubmit={() => onPublish(action)}
      onClose={onCancel}
    >
      <Stack gap="5">
        <Text>{messages.inProgress(plural(preview.leads, 'lead is', 'leads are'))}</Text>
        <EnrolledLeadsChoice label={messages.publishTitle} value={action} onChange={setAction} />
        {action !== 'stop' && (
          <Stack gap="2">
            <Heading as="h3" size="sm">
              {messages.whereTheyStand}
            </Heading>
            <Stack as="ul" listStyleType="none" gap="0" borderWidth="1px" borderRadius="l2" aria-live="polite">
              {preview.groups.map((group, index) => (
                <GroupItem key={index} group={group} isMoving={action === 'move'} timeZone={timeZone} />
              ))}
            </Stack>
            <Text textStyle="xs" color="fg.muted">
              {messages.holds}
            </Text>
          </Stack>
        )}
      </Stack>
    </FormDialog>
  );
}

interface GroupItemProps {
  group: Group;
  isMoving: boolean;
  timeZone: string;
}

/** Leads that wait for the same message, and when they get it. */
function GroupItem({ group, isMoving, timeZone }: GroupItemProps) {
  const { version, step, leads, movedStep } = group;
  const times = isMoving ? group.move : group.finish;
  const who = plural(leads, 'lead');
  const when = times ? describeTimes(times, leads, timeZone) : messages.hadAll;
  return (
    <Stack as="li" gap="0.5" paddingX="3" paddingY="2" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <Text textStyle="sm" fontWeight="medium" className="tabular">
        {version > 0 ? messages.waitFor(who, step, version) : messages.waitForEarlier(who, step)}
      </Text>
      <Text textStyle="sm" color="fg.muted" className="tabular">
        {isMoving && movedStep != null ? `${messages.goOnWith(movedStep)} ${when}` : when}
      </Text>
    </Stack>
  );
}

/** Says when leads get their next messages. */
function describeTimes({ first, last, dueNow }: Times, leads: number, timeZone: string) {
  const [from, until] = [formatDateTimeToMinute(first, timeZone), formatDateTimeToMinute(last, timeZone)];
  if (dueNow === leads) return messages.getNow;
  if (dueNow > 0) return messages.someGetNow(plural(dueNow, 'lead'), until);
  return from === until ? messages.getAt(from) : messages.getBetween(from, until);
}
