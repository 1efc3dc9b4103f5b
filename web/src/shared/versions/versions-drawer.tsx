import { Badge, Box, Button, Drawer, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useState } from 'react';
import { versionMessages as messages, versionToasts } from '../../messages/history/versions';
import { TimeAgo } from '../../ui/data/time-ago';
import { DiscardDialog } from '../../ui/dialog/discard-dialog';
import { DrawerShell } from '../../ui/dialog/drawer-shell';
import { LoadError } from '../../ui/feedback/load-error';
import { showToast } from '../../ui/feedback/toaster';
import { Card } from '../../ui/layout/card';

/** A difference between two versions. What was added has no text before, and what was removed none after. */
export interface VersionChange {
  label: string;
  before?: string;
  after?: string;
}

interface Version {
  id: string;
  number: number;
  publishedAt: string;
  publishedBy: string | null;
}

interface VersionsDrawerProps<Item extends Version> {
  /** The name of the campaign or sequence. */
  name: string;
  description: string;
  /** The versions so far, newest first. Undefined until the first page is loaded. */
  versions: readonly Item[] | undefined;
  /** Describes how a version differs from the one before it. */
  diff: (before: Item, after: Item) => VersionChange[];
  /** Says what else a version did. */
  noteOf?: (version: Item) => string;
  hasError: boolean;
  isLoading: boolean;
  onRetry: () => void;
  /** Loads the next page. Without it, there is none. */
  onMore?: (() => Promise<unknown>) | undefined;
  /** Whether restoring a version would overwrite changes of the form behind the drawer. */
  isUnsaved?: boolean;
  /** Without it, versions are only shown. */
  onRestore?: ((version: Item) => void) | undefined;
  onClose: () => void;
}

/** The versions of a campaign or sequence, with what each changed. */
export function VersionsDrawer<Item extends Version>({
  name,
  description,
  versions,
  diff,
  noteOf,
  hasError,
  isLoading,
  onRetry,
  onMore,
  isUnsaved = false,
  onRestore,
  onClose,
}: VersionsDrawerProps<Item>) {
  const [pending, setPending] = useState<Item>();
  const restore = (version: Item) => (isUnsaved ? setPending(version) : onRestore?.(version));
  return (
    <DrawerShell width="672px" closeOnInteractOutside focusesItself onClose={onClose}>
      <Drawer.Header flexDirection="column" alignItems="start" gap="1" borderBottomWidth="1px" paddingEnd="14">
        <Drawer.Title overflowWrap="anywhere">{messages.open(name)}</Drawer.Title>
        <Text textStyle="sm" color="fg.muted">
          {description}
        </Text>
      </Drawer.Header>
      <Drawer.Body tabIndex={0}>
        <Stack gap="4" paddingY="4">
          {!versions && hasError && <LoadError subject="the versions" onRetry={onRetry} />}
          {!versions && !hasError && ['a', 'b'].map((key) => <Skeleton key={key} height="28" />)}
          {versions?.map((version, index) => {
            const previous = versions[index + 1];
            return (
              <VersionCard
                key={version.id}
                version={version}
                changes={previous && diff(previous, version)}
                isCurrent={index === 0}
                isFirst={!previous && !onMore}
                note={previous && noteOf?.(version)}
                onRestore={index > 0 && onRestore ? () => restore(version) : undefined}
              />
            );
          })}
          {onMore && (
            <Button
              size="sm"
              variant="outline"
              colorPalette="gray"
              loading={isLoading}
              onClick={() => void onMore().catch(() => showToast(versionToasts.loadFailed))}
            >
              {messages.more}
            </Button>
          )}
        </Stack>
      </Drawer.Body>
      {pending && <DiscardDialog onDiscard={() => onRestore?.(pending)} onKeep={() => setPending(undefined)} />}
    </DrawerShell>
  );
}

interface VersionCardProps {
  version: Version;
  /** Undefined for the oldest version, and until the one before it is loaded. */
  changes: VersionChange[] | undefined;
  isCurrent: boolean;
  isFirst: boolean;
  note: string | undefined;
  onRestore: (() => void) | undefined;
}

function VersionCard({ version, changes, isCurrent, isFirst, note, onRestore }: VersionCardProps) {
  const { number, publishedAt, publishedBy } = version;
  return (
    <Card as="article" aria-label={messages.version(number)} padding="4">
      <Stack gap="3">
        <HStack justify="space-between" align="start" gap="3" flexWrap="wrap">
          <Stack gap="0.5">
            <HStack gap="2">
              <Heading as="h3" size="sm">
                {messages.version(number)}
              </Heading>
              {isCurrent && <Badge colorPalette="green">{messages.current}</Badge>}
            </HStack>
            <Text textStyle="sm" color="fg.muted">
              <TimeAgo at={publishedAt} />
              {publishedBy !== null && messages.publishedBy(publishedBy)}
            </Text>
          </Stack>
          {onRestore && (
            <Button size="sm" variant="outline" colorPalette="gray" onClick={onRestore}>
              <History aria-hidden="true" /> {messages.restore(number)}
            </Button>
          )}
        </HStack>
        {changes?.map((change, index) => (
          <Change key={index} change={change} />
        ))}
        {isFirst && <Text textStyle="sm">{messages.firstVersion}</Text>}
        {note && (
          <Text textStyle="sm" color="fg.muted">
            {note}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Change({ change: { label, before, after } }: { change: VersionChange }) {
  return (
    <Box>
      <Text textStyle="sm" fontWeight="medium">
        {label}
      </Text>
      {before !== undefined && <ChangedText label={messages.before} text={before} color="fg.muted" />}
      {after !== undefined && <ChangedText label={messages.after} text={after} color="fg" />}
    </Box>
  );
}

const ChangedText = ({ label, text, color }: { label: string; text: string; color: string }) => (
  <Text textStyle="sm" color={color} whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
    {label} {text}
  </Text>
);
