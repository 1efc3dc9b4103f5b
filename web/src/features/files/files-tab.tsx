import { Stack } from '@chakra-ui/react';
import { type FileFieldsFragment, FilesDocument } from '../../shared/graphql/generated';
import { useState } from 'react';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { WhenEditable } from '../../shared/dashboard-access';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { dashboardMessages } from '../../messages/dashboard';
import { DeleteFileDialog } from './delete-file-dialog';
import { FileStats } from './file-stats';
import { FilesTable } from './files-table';
import { RenameFileDialog } from './rename-file-dialog';
import { UploadPanel } from './upload-panel';

const PAGE_SIZE = 25;

interface FilesTabProps {
  clientId: string;
  timeZone: string;
}

/** The File Manager tab. */
export function FilesTab({ clientId, timeZone }: FilesTabProps) {
  const {
    items: files,
    isComplete,
    error,
    refetch,
  } = useWholeList(FilesDocument, { clientId }, ({ client }) => client.files);
  const [dialog, setDialog] = useState<{ kind: 'rename' | 'delete'; file: FileFieldsFragment } | null>(null);
  const [requestedOffset, setOffset] = useState(0);
  const total = files?.length ?? 0;
  // The last file of the last page may have been deleted.
  const offset = Math.min(requestedOffset, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) * PAGE_SIZE);
  const close = () => setDialog(null);
  return (
    <Stack gap="3">
      <PageHeader title={dashboardMessages.fileManager} />
      {(files || !error) && <FileStats files={isComplete ? files : undefined} timeZone={timeZone} />}
      <WhenEditable>
        <UploadPanel />
      </WhenEditable>
      <FilesTable
        files={files?.slice(offset, offset + PAGE_SIZE)}
        timeZone={timeZone}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        onOpen={(kind, file) => setDialog({ kind, file })}
      />
      <Pager offset={offset} size={PAGE_SIZE} total={total} onMove={setOffset} />
      {dialog?.kind === 'rename' && <RenameFileDialog file={dialog.file} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteFileDialog file={dialog.file} onClose={close} />}
    </Stack>
  );
}
