import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Progress, Spinner, Stack, Text, Textarea } from '@chakra-ui/react';
import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { importFields } from '@dripline/contract/rules/import-fields';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';
import { importMessages as messages, importToasts } from '../../../messages/leads/lead-import';
import { errorMessageOf } from '../../../shared/api-error';
import { CsvDownload } from '../../../shared/csv-download';
import { downloadTextFile } from '../../../shared/download-file';
import { formatCount, plural } from '../../../shared/format';
import {
  CampaignNamesDocument,
  type ImportColumnInput,
  ImportQuestionsDocument,
  type LeadImportFieldsFragment,
  LeadImportProblemsCsvDocument,
  StartLeadImportDocument,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { useWholeList } from '../../../shared/use-whole-list';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { FileButton, FileDropZone, FileInput } from '../../../ui/form/file-upload';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { ColumnChoices } from './column-choices';
import { guessColumns } from './guess-columns';
import { type CsvFile, readCsv } from './read-csv';
import { useLeadImport } from './use-lead-import';

interface ImportDialogProps {
  clientId: string;
  /** The campaign that is chosen at first, or an empty string. */
  campaignId: string;
  onClose: () => void;
}

const EXAMPLE = { fileName: 'example.csv', mimeType: 'text/csv', content: messages.exampleFile };

/** Imports leads from a CSV file: first the file and its columns, then what was found in its rows. */
export function ImportDialog({ clientId, campaignId: initialCampaign, onClose }: ImportDialogProps) {
  const apollo = useApolloClient();
  const campaigns = useWholeList(CampaignNamesDocument, { clientId }, ({ client }) => client.campaigns);
  const [chosenCampaign, setChosenCampaign] = useState(initialCampaign);
  const campaignId = chosenCampaign || (campaigns.items?.[0]?.id ?? '');
  const form = useQuery(ImportQuestionsDocument, { variables: { campaignId }, skip: campaignId === '' });
  const questions = form.data && importFields(form.data.campaign.formFields);
  const [file, setFile] = useState<CsvFile>();
  const [isReading, setReading] = useState(false);
  const [fileProblem, setFileProblem] = useState<string>();
  const [changed, setChanged] = useState<Readonly<Record<number, ImportColumnInput>>>({});
  const [howObtained, setHowObtained] = useState('');
  const [isUnexplained, setUnexplained] = useState(false);
  const [found, setFound] = useState<LeadImportFieldsFragment>();
  const { send, isSending, sent } = useLeadImport();
  const [start, { loading: isStarting }] = useMutation(StartLeadImportDocument);

  const guessed = file && questions ? guessColumns(file.columns, questions) : [];
  const columns = guessed.map((column, index) => changed[index] ?? column);
  const hasConsent = columns.some(({ target }) => target === 'consent');

  const read = async ([chosen]: File[]) => {
    if (!chosen) return;
    setReading(true);
    setFileProblem(undefined);
    try {
      setFile(await readCsv(chosen));
      setChanged({});
    } catch (error) {
      setFileProblem((error as Error).message);
    }
    setReading(false);
  };
  const check = async () => {
    if (!file) return setFileProblem(messages.chooseFile);
    setUnexplained(hasConsent && howObtained.trim() === '');
    if (hasConsent && howObtained.trim() === '') return;
    try {
      const variables = { campaignId, fileName: file.name, columns, howObtained: hasConsent ? howObtained : null };
      setFound(await send(variables, file.rows));
    } catch (error) {
      showToast(importToasts.notChecked(errorMessageOf(error)));
    }
  };
  const startImport = async () => {
    try {
      await start({ variables: { id: found!.id } });
      onClose();
    } catch (error) {
      showToast(importToasts.notStarted(errorMessageOf(error)));
    }
  };

  if (campaigns.items?.length === 0)
    return (
      <ViewDialog title={messages.title} onClose={onClose}>
        <Text paddingBottom="4">{messages.noCampaign}</Text>
      </ViewDialog>
    );
  const loadProblem = campaigns.error ?? form.error;
  if (loadProblem)
    return (
      <ViewDialog title={messages.title} onClose={onClose}>
        <LoadError onRetry={() => retry(campaigns.error ? campaigns.refetch() : form.refetch())} />
      </ViewDialog>
    );
  if (found)
    return (
      <FormDialog
        title={messages.title}
        description={file?.name}
        size="xl"
        isUnsaved
        busy={isStarting}
        submitLabel={messages.start(plural(found.ready, 'lead'))}
        canSubmit={found.ready > 0}
        onSubmit={() => void startImport()}
        onClose={onClose}
      >
        <Report
          found={found}
          onChangeColumns={() => setFound(undefined)}
          loadPart={async (after) => {
            const { data } = await apollo.query({
              query: LeadImportProblemsCsvDocument,
              variables: { id: found.id, after },
              fetchPolicy: 'no-cache',
            });
            return data!.leadImportProblemsCsv;
          }}
        />
      </FormDialog>
    );
  return (
    <FormDialog
      title={messages.title}
      size="xl"
      isUnsaved={file !== undefined}
      busy={isSending}
      submitLabel={messages.check}
      onSubmit={() => void check()}
      onClose={onClose}
    >
      <Stack gap="5">
        {(campaigns.items?.length ?? 0) > 1 && (
          <FormField label={messages.campaign}>
            <Select
              dir="auto"
              options={campaigns.items!.map(({ id, name }) => ({ value: id, label: name }))}
              value={campaignId}
              disabled={isSending}
              onChange={(event) => {
                setChosenCampaign(event.target.value);
                setChanged({});
              }}
            />
          </FormField>
        )}
        <FilePart file={file} isReading={isReading} problem={fileProblem} disabled={isSending} onFiles={read} />
        {file && questions && (
          <ColumnChoices
            file={file}
            columns={columns}
            questions={questions}
            disabled={isSending}
            onChange={(index, column) => setChanged((before) => ({ ...before, [index]: column }))}
          />
        )}
        {file && questions && !hasConsent && (
          <Text textStyle="sm" color="fg.muted">
            {messages.noConsent}
          </Text>
        )}
        {hasConsent && (
          <FormField
            label={messages.howObtained}
            hint={messages.howObtainedHint}
            error={isUnexplained ? messages.howObtainedMissing : undefined}
            required
          >
            <Textarea
              rows={2}
              maxLength={MAX_TEXT_LENGTH}
              value={howObtained}
              disabled={isSending}
              onChange={(event) => setHowObtained(event.target.value)}
            />
          </FormField>
        )}
        {isSending && file && (
          <Stack gap="1" role="status">
            <Progress.Root size="xs" colorPalette="brand" shape="full" value={sent} max={file.rows.length}>
              <Progress.Track aria-label={messages.check}>
                <Progress.Range />
              </Progress.Track>
            </Progress.Root>
            <Text textStyle="xs" color="fg.muted" className="tabular">
              {messages.checked(formatCount(sent), formatCount(file.rows.length))}
            </Text>
          </Stack>
        )}
      </Stack>
    </FormDialog>
  );
}

interface FilePartProps {
  file: CsvFile | undefined;
  isReading: boolean;
  problem: string | undefined;
  disabled: boolean;
  onFiles: (files: File[]) => Promise<void>;
}

/** The chosen file, or the place to choose one. */
function FilePart({ file, isReading, problem, disabled, onFiles }: FilePartProps) {
  return (
    <FileInput
      accept=".csv,.tsv,.txt,text/csv"
      disabled={disabled || isReading}
      onFiles={(files) => void onFiles(files)}
    >
      <FileDropZone padding={file ? '3' : '6'} hint={messages.dropHere}>
        <Stack
          gap="3"
          direction={{ base: 'column', sm: file ? 'row' : 'column' }}
          align="center"
          justify={file ? 'space-between' : 'center'}
          textAlign="center"
        >
          <HStack gap="3" minWidth="0">
            <Box color="fg.muted" flexShrink="0">
              {isReading ? <Spinner size="sm" /> : <FileSpreadsheet aria-hidden="true" size={20} />}
            </Box>
            <Box minWidth="0" textAlign={file ? 'start' : 'center'} textStyle="sm">
              {file && !isReading ? (
                <>
                  <Text fontWeight="medium" dir="auto" overflowWrap="anywhere">
                    {file.name}
                  </Text>
                  <Text color="fg.muted" className="tabular">
                    {messages.fileRows(plural(file.rows.length, 'row'))}
                  </Text>
                </>
              ) : (
                <Text color="fg.muted">{isReading ? messages.reading : messages.fileHint}</Text>
              )}
            </Box>
          </HStack>
          <HStack gap="2" flexWrap="wrap" justify="center">
            <FileButton size="sm" variant="outline" colorPalette="gray">
              <Upload aria-hidden="true" /> {file ? messages.chooseAnother : messages.chooseFile}
            </FileButton>
            {!file && (
              <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => downloadTextFile(EXAMPLE)}>
                {messages.example}
              </Button>
            )}
          </HStack>
          {problem && (
            <Text role="alert" textStyle="sm" color="fg.error">
              {problem}
            </Text>
          )}
        </Stack>
      </FileDropZone>
    </FileInput>
  );
}

interface ReportProps {
  found: LeadImportFieldsFragment;
  onChangeColumns: () => void;
  loadPart: Parameters<typeof CsvDownload>[0]['loadPart'];
}

/** What was found in the rows of the file. */
function Report({ found, onChangeColumns, loadPart }: ReportProps) {
  const { ready, consenting, rows, problems } = found;
  return (
    <Stack gap="5">
      <Box role="status">
        <Text fontWeight="medium" className="tabular">
          {messages.ready(plural(ready, 'row'))}
        </Text>
        <Text textStyle="sm" color="fg.muted" className="tabular">
          {ready > 0 ? messages.consenting(formatCount(consenting)) : messages.nothingReady}
        </Text>
      </Box>
      {rows > ready && (
        <Stack gap="2">
          <Text fontWeight="medium" className="tabular">
            {messages.rejected(plural(rows - ready, 'row'))}
          </Text>
          <Stack as="ul" gap="1" listStyleType="none" textStyle="sm" maxHeight="52" overflowY="auto">
            {[...problems]
              .sort((one, other) => other.rows - one.rows)
              .map(({ problem, rows: affected, firstRow }) => (
                <HStack as="li" key={problem} gap="3" align="baseline">
                  <Text className="tabular" minWidth="8" flexShrink="0">
                    {formatCount(affected)}
                  </Text>
                  <Text overflowWrap="anywhere" dir="auto">
                    {problem}
                    <Text as="span" color="fg.muted">
                      {` (${messages.firstRow(formatCount(firstRow))})`}
                    </Text>
                  </Text>
                </HStack>
              ))}
          </Stack>
          <Box>
            <CsvDownload
              label={messages.download}
              fileName="rejected-rows.csv"
              loadPart={loadPart}
              notDownloaded={importToasts.notDownloaded}
            />
          </Box>
        </Stack>
      )}
      <Text textStyle="sm" color="fg.muted">
        {messages.nothingSent}
      </Text>
      <Box>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onChangeColumns}>
          {messages.changeColumns}
        </Button>
      </Box>
    </Stack>
  );
}
