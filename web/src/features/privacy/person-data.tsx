import { Button, Flex, Stack } from '@chakra-ui/react';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format';
import { formatPhone } from '../../shared/phone';
import { DataList } from '../../ui/data/data-list';
import { downloadTextFile } from '../../shared/download-file';
import { showToast } from '../../ui/feedback/toaster';
import { privacyMessages } from '../../messages/privacy';
import { privacyToasts } from '../../messages/privacy-toasts';
import { sharedMessages } from '../../messages/shared';
import { countPersonalData } from './count-personal-data';
import { ErasePersonDialog } from './erase-person-dialog';
import { storedDataOf, type PersonSearchResult } from './person-search-result';

interface PersonFoundProps {
  clientId: string;
  timeZone: string;
  found: PersonSearchResult;
  onErased: () => void;
}

/** Shows the amount of data stored about a person, with buttons to download and erase it. */
export function PersonData({ clientId, timeZone, found, onErased }: PersonFoundProps) {
  const [isErasing, setErasing] = useState(false);
  const { person } = found;
  const counts = countPersonalData(person);
  const optOutText = person.optOuts
    .map(({ phone, createdAt }) => `${formatPhone(phone)}, ${formatDateTime(createdAt, timeZone)}`)
    .join('\n');
  const storedData = storedDataOf(found);
  const rows = [
    ...(storedData === 'records'
      ? [
          { label: privacyMessages.names, value: counts.names.join('\n') },
          { label: sharedMessages.leads, value: counts.leads },
          { label: privacyMessages.messagesSent, value: counts.messages },
          { label: privacyMessages.replies, value: counts.replies },
          { label: privacyMessages.webhookEvents, value: counts.events },
          { label: privacyMessages.spam, value: counts.spamSubmissions },
          ...(counts.importRows > 0 ? [{ label: privacyMessages.importRows, value: counts.importRows }] : []),
        ]
      : []),
    { label: privacyMessages.optedOut, value: optOutText || privacyMessages.notOptedOut },
  ];
  const download = () => {
    // Apollo adds __typename, which is not part of the export.
    const content = JSON.stringify(person, (key, value: unknown) => (key === '__typename' ? undefined : value), 2);
    downloadTextFile({
      fileName: `personal-data-${person.exportedAt.slice(0, 10)}.json`,
      mimeType: 'application/json',
      content,
    });
    showToast(privacyToasts.personDownloaded);
  };
  return (
    <Stack gap="5" marginTop="4" _empty={{ display: 'none' }}>
      {storedData !== 'nothing' && <DataList rows={rows} />}
      {storedData !== 'nothing' && (
        <Flex gap="2" flexWrap="wrap">
          <Button size="sm" variant="outline" onClick={download}>
            <Download aria-hidden="true" /> {privacyMessages.download}
          </Button>
          {storedData === 'records' && (
            <Button size="sm" variant="outline" colorPalette="red" onClick={() => setErasing(true)}>
              <Trash2 aria-hidden="true" /> {privacyMessages.erase}
            </Button>
          )}
        </Flex>
      )}
      {isErasing && (
        <ErasePersonDialog
          clientId={clientId}
          found={found}
          onErased={() => {
            setErasing(false);
            onErased();
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </Stack>
  );
}
