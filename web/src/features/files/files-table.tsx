import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import type { FileFieldsFragment } from '../../shared/graphql/generated';
import { FolderOpen, Link2, Pencil, Trash2 } from 'lucide-react';
import { formatBytes } from '../../shared/format';
import { WhenEditable } from '../../shared/dashboard-access';
import { copyText } from '../../shared/clipboard/copy-text';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { MediaThumbnail } from '../../ui/data/media-thumbnail';
import { TimeAgo } from '../../ui/data/time-ago';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { sharedMessages } from '../../messages/shared';
import { fileKind, hasThumbnail } from './file-kind';

interface FilesTableProps {
  files: readonly FileFieldsFragment[] | undefined;
  timeZone: string;
  failed: boolean;
  onRetry: () => void;
  onOpen: (kind: 'rename' | 'delete', file: FileFieldsFragment) => void;
}

/** The table of a client's files. */
export function FilesTable({ files, timeZone, failed, onRetry, onOpen }: FilesTableProps) {
  const columns: Column<FileFieldsFragment>[] = [
    { header: 'Name', primary: true, cell: (file) => <FileName file={file} /> },
    {
      header: 'Size',
      alignEnd: true,
      cell: ({ fileSize }) => <Text whiteSpace="nowrap">{formatBytes(fileSize)}</Text>,
    },
    { header: 'Uploaded', cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (file) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction
            label={sharedMessages.copyUrlOf(file.originalName)}
            icon={Link2}
            onClick={() => void copyUrl(file)}
          />
          <WhenEditable>
            <IconAction label={`Rename ${file.originalName}`} icon={Pencil} onClick={() => onOpen('rename', file)} />
            <IconAction label={`Delete ${file.originalName}`} icon={Trash2} onClick={() => onOpen('delete', file)} />
          </WhenEditable>
        </HStack>
      ),
    },
  ];
  const empty = (
    <EmptyState icon={FolderOpen} title="No files yet">
      Upload a price list, photo or video, then share its URL in a message or on a page.
    </EmptyState>
  );
  return (
    <DataTable
      itemName="files"
      columns={columns}
      rows={files}
      rowKey={({ id }) => id}
      failed={failed}
      onRetry={onRetry}
      empty={empty}
    />
  );
}

async function copyUrl({ objectPath }: FileFieldsFragment) {
  const url = new URL(objectPath, location.origin).href;
  showToast((await copyText(url)) ? toasts.fileUrlCopied : toasts.urlCopyFailed(url));
}

function FileName({ file }: { file: FileFieldsFragment }) {
  const { label, icon } = fileKind(file.mimeType);
  return (
    <HStack gap="3" minWidth="0">
      <MediaThumbnail boxSize="10" src={file.objectPath} kind={hasThumbnail(file) ? 'image' : undefined} icon={icon} />
      <Stack gap="0" minWidth="0">
        <Link
          href={file.objectPath}
          target="_blank"
          rel="noreferrer"
          fontWeight="medium"
          color="fg"
          display="inline"
          overflowWrap="anywhere"
        >
          {file.originalName}
        </Link>
        <Text textStyle="xs" color="fg.muted">
          {label}
        </Text>
      </Stack>
    </HStack>
  );
}
