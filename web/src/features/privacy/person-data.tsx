import { Button, Flex, Stack } from '@chakra-ui/react';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../shared/format';
import { formatPhone } from '../../shared/phone';
import { Details } from '../../ui/data/data-list';
import { saveText } from '../../shared/download-file';
import { notify } from '../../ui/feedback/toaster';
import { privacyWords } from '../../messages/privacy';
import { privacyNotices } from '../../messages/privacy-toasts';
import { sharedWords } from '../../messages/shared';
import { countPerson } from './count-personal-data';
import { ErasePersonDialog } from './erase-person-dialog';
import { extentOf, type Found } from './person-search-result';

interface PersonFoundProps {
  clientId: string;
  timeZone: string;
  found: Found;
  onErased: () => void;
}

/** Shows the amount of data stored about a person, with buttons to download and erase it. */
export function PersonFound({ clientId, timeZone, found, onErased }: PersonFoundProps) {
  const [isErasing, setErasing] = useState(false);
  const { person } = found;
  const counts = countPerson(person);
  const optOutText = person.optOuts
    .map(({ phone, createdAt }) => `${formatPhone(phone)}, ${formatMoment(createdAt, timeZone)}`)
    .join('\n');
  const extent = extentOf(found);
  const rows = [
    ...(extent === 'more'
      ? [
          { label: privacyWords.names, value: counts.names.join('\n') },
          { label: sharedWords.leads, value: counts.leads },
          { label: privacyWords.texts, value: counts.texts },
          { label: privacyWords.replies, value: counts.replies },
          { label: privacyWords.told, value: counts.events },
          { label: privacyWords.spam, value: counts.spam },
        ]
      : []),
    { label: privacyWords.optedOut, value: optOutText || privacyWords.notOptedOut },
  ];
  const download = () => {
    // Apollo adds __typename, which is not part of the export.
    const content = JSON.stringify(person, (key, value: unknown) => (key === '__typename' ? undefined : value), 2);
    saveText({
      fileName: `personal-data-${person.exportedAt.slice(0, 10)}.json`,
      mimeType: 'application/json',
      content,
    });
    notify(privacyNotices.personDownloaded);
  };
  return (
    <Stack gap="5" marginTop="4" _empty={{ display: 'none' }}>
      {extent !== 'nothing' && <Details rows={rows} />}
      {extent !== 'nothing' && (
        <Flex gap="2" flexWrap="wrap">
          <Button size="sm" variant="outline" onClick={download}>
            <Download aria-hidden="true" /> {privacyWords.download}
          </Button>
          {extent === 'more' && (
            <Button size="sm" variant="outline" colorPalette="red" onClick={() => setErasing(true)}>
              <Trash2 aria-hidden="true" /> {privacyWords.erase}
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
