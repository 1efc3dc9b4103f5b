import { SimpleGrid, Stack } from '@chakra-ui/react';
import { PageHeader } from '../../ui/layout/page-header';
import { privacyMessages } from '../../messages/privacy';
import { PersonSearchPanel } from './person-search-panel';
import { RetentionPanel } from './retention-panel';

/** The privacy section of a client's settings: personal data requests and lead retention. */
export function PrivacySection({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  return (
    <Stack gap="4">
      <PageHeader level="h2" title={privacyMessages.title} description={privacyMessages.intro} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '4', md: '6' }} alignItems="start">
        <PersonSearchPanel clientId={clientId} timeZone={timeZone} />
        <RetentionPanel clientId={clientId} />
      </SimpleGrid>
    </Stack>
  );
}
