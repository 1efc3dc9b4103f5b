import { useQuery } from '@apollo/client/react';
import { Badge, Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { playbookMessages as messages } from '../../messages/agency/playbooks';
import { type PlaybookChangeAction, PlaybookChangesDocument } from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { LoadError } from '../../ui/feedback/load-error';
import { type ChangeText, describeChange } from './describe-change';

interface CopyChangesProps {
  playbookId: string;
  number: number;
  copy: { clientId: string; name: string };
}

/** What a version changes for a client. It is loaded when it is opened, because a playbook may have many clients. */
export function CopyChanges({ playbookId, number, copy }: CopyChangesProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box paddingBottom="2" paddingStart="7">
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        marginStart="-2"
        minHeight={{ base: '11', md: '8' }}
        maxWidth="full"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Box asChild rotate={isOpen ? '180deg' : undefined} transition="rotate 150ms" flexShrink="0">
          <ChevronDown aria-hidden="true" />
        </Box>
        <Text as="span" truncate>
          {messages.changesOf(copy.name)}
        </Text>
      </Button>
      {isOpen && (
        <Box id={id} paddingY="2">
          <Changes playbookId={playbookId} clientId={copy.clientId} number={number} />
        </Box>
      )}
    </Box>
  );
}

function Changes(variables: { playbookId: string; clientId: string; number: number }) {
  const { playbookId: id, clientId, number } = variables;
  // The client may have edited the campaign since it was last shown.
  const { data, error, refetch } = useQuery(PlaybookChangesDocument, {
    variables: { id, clientId, number },
    fetchPolicy: 'no-cache',
  });
  const changes = data?.playbook.copies.nodes[0]?.changes;
  if (error) return <LoadError subject="the changes" onRetry={() => retry(refetch())} />;
  if (!data) return <Skeleton height="16" aria-label={messages.loadsChanges} />;
  if (!changes || changes.length === 0) return <Text color="fg.muted">{messages.noChanges}</Text>;
  return (
    <Stack as="ul" gap="3" listStyleType="none">
      {changes.map((change) => (
        <Box as="li" key={change.name}>
          <ChangeDetails action={change.action} change={describeChange(change)} />
        </Box>
      ))}
    </Stack>
  );
}

const colors = { update: 'blue', keep: 'orange', create: 'green' } as const;

function ChangeDetails({ action, change }: { action: PlaybookChangeAction; change: ChangeText }) {
  const { label, before, after } = change;
  const [beforeLabel, afterLabel] =
    action === 'keep' ? [messages.clientHas, messages.playbookHas] : [messages.now, messages.then];
  return (
    <Stack gap="0.5">
      <HStack gap="2" flexWrap="wrap">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {label}
        </Text>
        <Badge colorPalette={colors[action]}>{messages.actions[action]}</Badge>
      </HStack>
      {before !== undefined && action !== 'create' && (
        <Value label={beforeLabel} text={before} isMuted={action === 'update'} />
      )}
      {after !== undefined && <Value label={afterLabel} text={after} isMuted={action === 'keep'} />}
    </Stack>
  );
}

const Value = ({ label, text, isMuted }: { label: string; text: string; isMuted: boolean }) => (
  <Text textStyle="sm" color={isMuted ? 'fg.muted' : 'fg'} whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
    {label} {text}
  </Text>
);
