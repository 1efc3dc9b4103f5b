import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { NumberEvidenceFieldsFragment } from '../../shared/graphql/generated';
import { downloadTextFile } from '../../shared/download-file';
import { formatDateTime, plural } from '../../shared/format';
import { evidenceMessages } from '../../messages/evidence';

type Entry = NumberEvidenceFieldsFragment['entries'][number];

/** The entries of a number, oldest first, with a download. */
export function EvidenceList({ found }: { found: NumberEvidenceFieldsFragment }) {
  const { phone, optedOutAt, entries, keptYears } = found;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const download = () =>
    downloadTextFile({
      fileName: `evidence-${phone.slice(1)}.json`,
      mimeType: 'application/json',
      content: JSON.stringify(found, null, 2),
    });
  return (
    <Stack gap="4">
      {optedOutAt && (
        <Text fontWeight="medium">{evidenceMessages.optedOutSince(formatDateTime(optedOutAt, timeZone))}</Text>
      )}
      {entries.length > 0 && (
        <Box as="ol" listStyleType="none" borderTopWidth="1px">
          {entries.map((entry, index) => (
            <Box as="li" key={index} borderBottomWidth="1px" paddingY="3" minWidth="0">
              <HStack gap="2" wrap="wrap">
                <Text fontWeight="medium">{evidenceMessages.kinds[entry.kind]}</Text>
                {entry.clientName && <Text color="fg.muted">{entry.clientName}</Text>}
                {senderOf(entry) && <Text color="fg.muted">{evidenceMessages.sender(senderOf(entry)!)}</Text>}
                {entry.isErased && <Badge>{evidenceMessages.erased}</Badge>}
                <Text color="fg.muted" textStyle="sm" marginStart={{ md: 'auto' }}>
                  {formatDateTime(entry.occurredAt, timeZone)}
                </Text>
              </HStack>
              <Text textStyle="sm" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
                {textOf(entry)}
              </Text>
            </Box>
          ))}
        </Box>
      )}
      <Text color="fg.muted" textStyle="sm">
        {evidenceMessages.keptFor(plural(keptYears, 'year'))}
      </Text>
      {entries.length > 0 && (
        <Button size="sm" variant="outline" alignSelf="start" onClick={download}>
          <Download aria-hidden="true" /> {evidenceMessages.download}
        </Button>
      )}
    </Stack>
  );
}

/** Returns the client's own sender of an opt-out or a message, or null for the one that clients share. */
function senderOf({ details }: Entry): string | null {
  const { sender } = details as { sender?: string | null };
  return !sender || sender === 'shared' ? null : sender;
}

/** Returns the disclosure of a consent or the text of a message. */
function textOf({ details }: Entry): string {
  const { disclosure, body, template } = details as Record<string, string | null | undefined>;
  return disclosure ?? body ?? template ?? '';
}
