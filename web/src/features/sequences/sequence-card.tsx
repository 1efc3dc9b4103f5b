import { useMutation } from '@apollo/client/react';
import { Button, Heading, HStack, Stack, Switch, Text } from '@chakra-ui/react';
import { type SequenceFieldsFragment, UpdateSequenceDocument } from '../../shared/graphql/generated';
import { CalendarClock, History, Pencil, Trash2 } from 'lucide-react';
import { currentObjectOf } from '../../shared/api-error';
import { plural } from '../../shared/format';
import { DraftBadge } from '../../shared/drafts/draft-badge';
import { useReadOnly } from '../../shared/dashboard-access';
import { Banner } from '../../ui/feedback/banner';
import { IconAction } from '../../ui/button/icon-action';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { versionMessages } from '../../messages/history/versions';
import { sharedMessages } from '../../messages/shared';
import { type SequenceValues, toInput, toSavedValues, toValues, triggerOptions } from './sequence-values';
import { StepTimeline } from './step-timeline';

interface SequenceCardProps {
  sequence: SequenceFieldsFragment;
  onPreview: () => void;
  onVersions: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A sequence with its status, actions and steps. */
export function SequenceCard({ sequence, onPreview, onVersions, onEdit, onDelete }: SequenceCardProps) {
  const { id, name, description, status, campaignName, triggerEvent, activeEnrollments, pausedAt, messages, version } =
    sequence;
  const isReadOnly = useReadOnly();
  const [updateSequence, { loading }] = useMutation(UpdateSequenceDocument);
  const save = (values: SequenceValues, active: boolean, expectedVersion: number) => {
    const input = { ...toInput(values), status: active ? ('active' as const) : ('inactive' as const) };
    return updateSequence({ variables: { id, input, expectedVersion } });
  };
  // The product spec sends the whole sequence. The version keeps it from restoring what was changed meanwhile.
  const setActive = async (active: boolean) => {
    try {
      await save(toValues(sequence), active, version).catch((error: unknown) => {
        const current = currentObjectOf(error);
        if (!current) throw error;
        return save(toSavedValues(current as never), active, current.version);
      });
    } catch {
      showToast(toasts.sequenceSwitchFailed);
    }
  };
  const trigger = triggerOptions.find(({ value }) => value === triggerEvent)?.label;
  return (
    <Card as="article" aria-label={name}>
      <HStack justify="space-between" align="start" gap="4" padding="5" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
        <Stack gap="1" minWidth="0">
          <Heading as="h2" fontSize="md" lineHeight="1.5rem" overflowWrap="anywhere" lineClamp="2" dir="auto">
            {name}
          </Heading>
          <DraftBadge draft={sequence.draft} />
          {description && (
            <Text textStyle="sm" overflowWrap="anywhere" dir="auto">
              {description}
            </Text>
          )}
          <Text textStyle="sm" color="fg.muted" className="tabular" overflowWrap="anywhere" lineClamp="2">
            {[campaignName, trigger, activeEnrollments > 0 && `${plural(activeEnrollments, 'lead')} in progress`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Stack>
        <HStack
          gap={{ base: '0', sm: '2' }}
          flexShrink="0"
          flexWrap={{ base: 'wrap', sm: 'nowrap' }}
          justify="flex-end"
          width={{ base: 'full', sm: 'auto' }}
        >
          <Switch.Root
            checked={status === 'active'}
            readOnly={loading}
            disabled={isReadOnly}
            onCheckedChange={({ checked }) => void setActive(checked)}
            gap="2"
            minHeight="11"
            marginEnd="auto"
          >
            <Switch.HiddenInput aria-label={`${name} active`} />
            <Switch.Control>
              <Switch.Thumb />
            </Switch.Control>
            <Text textStyle="sm" fontWeight="medium" aria-hidden="true" minWidth={{ base: '0', sm: '4rem' }}>
              {status === 'active' ? sharedMessages.active : sharedMessages.inactive}
            </Text>
          </Switch.Root>
          <IconAction label={`Preview ${name}`} icon={CalendarClock} onClick={onPreview} />
          <IconAction label={versionMessages.open(name)} icon={History} onClick={onVersions} />
          {!isReadOnly && (
            <>
              <IconAction label={`Edit ${name}`} icon={Pencil} onClick={onEdit} />
              <IconAction label={`Delete ${name}`} icon={Trash2} onClick={onDelete} />
            </>
          )}
        </HStack>
      </HStack>
      {pausedAt !== null && (
        <HStack gap="3" flexWrap="wrap" paddingX="5" paddingBottom="4">
          <Banner>
            Paused: carriers blocked more than 5% of this sequence’s messages in the last hour. Edit the messages, and
            choose what leads in progress get. Saving resumes it.
          </Banner>
          {!isReadOnly && (
            <Button size="sm" variant="outline" loading={loading} onClick={() => void setActive(true)}>
              Resume {name}
            </Button>
          )}
        </HStack>
      )}
      <StepTimeline steps={messages} />
    </Card>
  );
}
