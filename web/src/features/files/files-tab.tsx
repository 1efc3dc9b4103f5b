import { Box, Stack } from '@chakra-ui/react';
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type FileFieldsFragment, FilesDocument } from '../../shared/graphql/generated';
import { useReadOnly } from '../../shared/dashboard-access';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { useFocusAfterRender } from '../../ui/focus/use-focus-after-render';
import { FileButton, FileDropZone, FileInput } from '../../ui/form/file-upload';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { dashboardMessages } from '../../messages/dashboard';
import { DeleteFileDialog } from './delete-file-dialog';
import { FileStats } from './file-stats';
import { useFileUploads } from './file-uploads-context';
import { FilesTable } from './files-table';
import { RenameFileDialog } from './rename-file-dialog';
import { UploadList } from './upload-list';

const PAGE_SIZE = 25;
const UPLOAD_LABEL = 'Upload files';
const dialogs = ['rename', 'delete'] as const;

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
  const isReadOnly = useReadOnly();
  const { start } = useFileUploads();
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const file = useOpened<FileFieldsFragment>(`${kind} ${id}`).keep(files?.find((item) => item.id === id));
  const [requestedOffset, setOffset] = useState(0);
  const total = files?.length ?? 0;
  // The last file of the last page may have been deleted.
  const offset = Math.min(requestedOffset, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) * PAGE_SIZE);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const [params, setParams] = useSearchParams();
  const isStart = params.get('start') === 'upload';
  // The palette leads here. A browser opens its file picker only for a press of the button itself.
  useEffect(() => {
    if (!isStart) return;
    focusNext(UPLOAD_LABEL);
    setParams({ tab: 'files' }, { replace: true });
  }, [isStart, focusNext, setParams]);

  const stats = (files || !error) && <FileStats files={isComplete ? files : undefined} timeZone={timeZone} />;
  const table = (
    <FilesTable
      files={files?.slice(offset, offset + PAGE_SIZE)}
      timeZone={timeZone}
      failed={error !== undefined}
      onRetry={() => retry(refetch())}
      onOpen={(action, { id: opened }) => open(action, opened)}
    />
  );
  const pager = <Pager offset={offset} size={PAGE_SIZE} total={total} onMove={setOffset} />;
  if (isReadOnly)
    return (
      <Stack gap="3">
        <PageHeader title={dashboardMessages.fileManager} />
        {stats}
        {table}
        {pager}
      </Stack>
    );
  return (
    <FileInput multiple onFiles={(chosen) => chosen.forEach(start)}>
      <Stack ref={box} gap="3">
        <PageHeader title={dashboardMessages.fileManager} description={<UploadHint />}>
          <FileButton size="sm">
            <Upload aria-hidden="true" /> {UPLOAD_LABEL}
          </FileButton>
        </PageHeader>
        {stats}
        <UploadList onRemove={() => focusNext(UPLOAD_LABEL)} />
        <FileDropZone hint={dashboardMessages.dropFiles} borderStyle="none" bg="transparent">
          {table}
        </FileDropZone>
        {pager}
      </Stack>
      {file && kind === 'rename' && <RenameFileDialog file={file} onClose={close} />}
      {file && kind === 'delete' && <DeleteFileDialog file={file} onClose={close} />}
      {id !== '' && isComplete && !file && <NotFoundDialog what="file" onClose={close} />}
    </FileInput>
  );
}

const UploadHint = () => (
  <>
    <Box as="span" hideBelow="md">
      Drop files on the table.{' '}
    </Box>
    Any file type, up to {MAX_UPLOAD_BYTES / 1024 / 1024} MB each. Anyone with the URL can open the file.
  </>
);
