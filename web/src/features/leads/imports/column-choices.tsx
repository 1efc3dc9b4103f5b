import { Box, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { importMessages as messages } from '../../../messages/leads/lead-import';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { sharedMessages } from '../../../messages/shared';
import type { ImportColumnInput, ImportTarget } from '../../../shared/graphql/generated';
import { Select } from '../../../ui/form/select';
import type { CsvFile } from './read-csv';

interface ColumnChoicesProps {
  file: CsvFile;
  columns: readonly ImportColumnInput[];
  /** The questions that a column can answer. */
  questions: readonly { id: string; label: string }[];
  disabled: boolean;
  onChange: (index: number, column: ImportColumnInput) => void;
}

const SAMPLES = 3;
const ANSWER = 'answer ';

/** What each column of the file contains, beside the first values of it. */
export function ColumnChoices({ file, columns, questions, disabled, onChange }: ColumnChoicesProps) {
  const others = [
    { value: 'status', label: sharedMessages.status },
    { value: 'tags', label: tagMessages.tags },
    { value: 'source', label: filterMessages.importedSource },
    { value: 'consent', label: messages.consent },
  ];
  const options = [
    ...questions.map(({ id, label }) => ({ value: ANSWER + id, label })),
    ...others,
    { value: 'extra', label: messages.extra },
    { value: 'ignored', label: messages.ignored },
  ];
  const valueOf = ({ target, fieldId }: ImportColumnInput) => (target === 'answer' ? ANSWER + fieldId : target);
  const taken = new Set(columns.map(valueOf));
  const choose = (index: number, value: string) => {
    const { name } = columns[index]!;
    onChange(
      index,
      value.startsWith(ANSWER)
        ? { name, target: 'answer', fieldId: value.slice(ANSWER.length) }
        : { name, target: value as ImportTarget },
    );
  };
  return (
    <Stack as="section" gap="2" aria-labelledby="import-columns">
      <Heading as="h3" size="sm" id="import-columns">
        {messages.columns}
      </Heading>
      <Stack as="ul" gap="0" listStyleType="none" borderWidth="1px" borderRadius="l2">
        {columns.map((column, index) => {
          const samples = samplesOf(file.rows, index);
          return (
            <Grid
              as="li"
              key={index}
              templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }}
              gap="2"
              alignItems="center"
              paddingX="3"
              paddingY="2"
              borderTopWidth={index === 0 ? undefined : '1px'}
            >
              <Box minWidth="0" textStyle="sm">
                <Text fontWeight="medium" truncate dir="auto">
                  {column.name}
                </Text>
                <Text color="fg.muted" truncate dir="auto">
                  {samples.length > 0 ? samples.join(' · ') : messages.noSamples}
                </Text>
              </Box>
              <Select
                size="sm"
                dir="auto"
                aria-label={messages.contentOf(column.name)}
                disabled={disabled}
                // Each content but the last two has one column.
                options={options.filter(
                  ({ value }) => ['extra', 'ignored', valueOf(column)].includes(value) || !taken.has(value),
                )}
                value={valueOf(column)}
                onChange={(event) => choose(index, event.target.value)}
              />
            </Grid>
          );
        })}
      </Stack>
    </Stack>
  );
}

/** The first different values of a column. */
function samplesOf(rows: readonly string[][], index: number): string[] {
  const samples = new Set<string>();
  for (const row of rows.slice(0, 100)) {
    const value = row[index]?.trim();
    if (value) samples.add(value.slice(0, 60));
    if (samples.size === SAMPLES) break;
  }
  return [...samples];
}
