import { Collapsible, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ConsentFieldsFragment } from '../../../shared/graphql/generated';
import { formatDateTime } from '../../../shared/format';
import { leadMessages } from '../../../messages/leads/lead-details';
import { useIsAccount } from '../../../shared/dashboard-access';
import { DataList } from '../../../ui/data/data-list';
import { LeadOptOut } from './lead-opt-out';
import { RecordConsent } from './record-consent';

interface LeadConsentProps {
  leadId: string;
  /** The lead's number as entered, or null. */
  phone: string | null;
  consent: ConsentFieldsFragment | null | undefined;
  optedOutAt: string | null | undefined;
  timeZone: string;
  /** Called after consent or an opt-out was recorded. */
  onRecorded: () => void;
}

/** The consent of the lead's number, with the evidence for it. */
export function LeadConsent({ leadId, phone, consent, optedOutAt, timeZone, onRecorded }: LeadConsentProps) {
  const isAccount = useIsAccount();
  const summary = optedOutAt
    ? leadMessages.consentOptedOut
    : consent
      ? leadMessages.consentGiven(formatDateTime(consent.createdAt, timeZone))
      : leadMessages.consentMissing;
  return (
    <Collapsible.Root unstyled asChild lazyMount unmountOnExit>
      <Stack as="section" aria-label={leadMessages.consent} gap="3" borderTopWidth="1px" paddingTop="3">
        <Heading as="h3" size="sm">
          <Collapsible.Trigger asChild>
            <HStack
              as="button"
              width="full"
              minHeight="11"
              gap="2"
              borderRadius="l2"
              cursor="pointer"
              textAlign="start"
            >
              {leadMessages.consent}
              <Text as="span" textStyle="sm" fontWeight="normal" color="fg.muted" flex="1">
                {summary}
              </Text>
              <Collapsible.Indicator asChild _open={{ rotate: '180deg' }} transition="rotate 150ms">
                <ChevronDown size={16} aria-hidden="true" />
              </Collapsible.Indicator>
            </HStack>
          </Collapsible.Trigger>
        </Heading>
        <Collapsible.Content>
          <Stack gap="3">
            {consent ? (
              <DataList rows={rowsOf(consent, timeZone)} />
            ) : (
              <>
                <Text color="fg.muted" textStyle="sm">
                  {phone === null
                    ? 'There is no record of this lead’s consent, so it receives no text messages.'
                    : `There is no record that ${phone} agreed to text messages, so it receives none.`}
                </Text>
                {phone !== null && isAccount && <RecordConsent leadId={leadId} onRecorded={onRecorded} />}
              </>
            )}
            {phone !== null && (isAccount || optedOutAt) && (
              <LeadOptOut {...{ leadId, optedOutAt, timeZone, onRecorded }} />
            )}
          </Stack>
        </Collapsible.Content>
      </Stack>
    </Collapsible.Root>
  );
}

function rowsOf(consent: ConsentFieldsFragment, timeZone: string) {
  const { disclosure, via, page, pageVersion, ipAddress, userAgent, recordedBy, createdAt } = consent;
  const time = formatDateTime(createdAt, timeZone);
  if (via === 'manual')
    return [
      { label: 'How', value: disclosure },
      { label: 'Recorded', value: `${time} by ${recordedBy ?? 'a deleted account'}` },
    ];
  return [
    { label: 'Disclosure', value: disclosure },
    { label: 'Given', value: time },
    {
      label: 'Where',
      value:
        via === 'page' ? `On the landing page ${page}`.trim() : 'Through the API, with the consent text at that time',
    },
    { label: 'Page version', value: pageVersion },
    { label: 'IP address', value: ipAddress },
    { label: 'Browser', value: userAgent || 'Unknown' },
  ];
}
