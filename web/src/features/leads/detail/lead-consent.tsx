import { Heading, Stack, Text } from '@chakra-ui/react';
import type { LeadQuery } from '../../../shared/graphql/generated';
import { formatDateTime } from '../../../shared/format';
import { DataList } from '../../../ui/data/data-list';

interface LeadConsentProps {
  consent: LeadQuery['lead']['consent'];
  timeZone: string;
}

/** The consent that a lead gave, with the evidence for it. */
export function LeadConsent({ consent, timeZone }: LeadConsentProps) {
  return (
    <Stack as="section" aria-label="Consent" gap="3" borderTopWidth="1px" paddingTop="5">
      <Heading as="h3" size="sm">
        Consent
      </Heading>
      {consent ? (
        <DataList
          rows={[
            { label: 'Disclosure', value: consent.disclosure },
            { label: 'Given', value: formatDateTime(consent.createdAt, timeZone) },
            {
              label: 'Where',
              value:
                consent.via === 'page' ? 'On the landing page' : 'Through the API, with the consent text at that time',
            },
            { label: 'Page version', value: consent.pageVersion },
            { label: 'IP address', value: consent.ipAddress },
            { label: 'Browser', value: consent.userAgent || 'Unknown' },
          ]}
        />
      ) : (
        <Text color="fg.muted" textStyle="sm">
          There is no record of this lead’s consent, so it receives no text messages.
        </Text>
      )}
    </Stack>
  );
}
