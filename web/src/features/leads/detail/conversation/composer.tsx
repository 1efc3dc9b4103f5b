import { useMutation } from '@apollo/client/react';
import { HStack, Stack, Text, Textarea } from '@chakra-ui/react';
import { firstMessageAdditions } from '@dripline/contract/rules/first-message';
import type { Language } from '@dripline/contract/rules/languages';
import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { conversationMessages } from '../../../../messages/leads/conversation';
import { dashboardMessages } from '../../../../messages/dashboard';
import { errorMessageOf, fieldErrorsOf } from '../../../../shared/api-error';
import { plural } from '../../../../shared/format';
import { SendMessageDocument } from '../../../../shared/graphql/generated';
import { BusyButton } from '../../../../ui/button/busy-button';
import { FormField } from '../../../../ui/form/form-field';
import { createDraft, draftFor, keepDraft } from './drafts';

interface ComposerProps {
  leadId: string;
  businessName: string;
  language: Language;
  /** Whether the lead has received no message yet. Its first one is completed with the name and how to stop. */
  isFirst: boolean;
  /** Why nobody can write to the lead, or null. */
  blockedReason: string | null;
  /** Called after a message was stored. */
  onSent: () => void;
}

/** Writes a message to a lead. What is typed stays until it was sent. */
export function Composer({ leadId, businessName, language, isFirst, blockedReason, onSent }: ComposerProps) {
  const [draft, setDraft] = useState(() => draftFor(leadId));
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (text: string) => {
    const changed = createDraft(text);
    keepDraft(leadId, changed);
    setDraft(changed);
  };
  const [sendMessage, { loading, error, reset }] = useMutation(SendMessageDocument);
  const text = draft.text.trim();
  const canSend = text !== '' && blockedReason === null && !loading;
  const send = async () => {
    if (!canSend) return;
    const input = { leadId, body: draft.text, key: draft.key };
    const sent = await sendMessage({ variables: { input } }).catch(() => undefined);
    if (!sent?.data) return;
    onSent();
    change('');
    field.current?.focus();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <Stack
      as="form"
      gap="2"
      borderTopWidth="1px"
      paddingX={{ base: '5', md: '6' }}
      paddingY="3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {blockedReason !== null && (
        <Text role="status" textStyle="sm" color="fg.warning">
          {conversationMessages.blocked(blockedReason)}
        </Text>
      )}
      <FormField
        label={dashboardMessages.message}
        error={error && (fieldErrorsOf(error)['body'] ?? errorMessageOf(error) ?? conversationMessages.sendFailed)}
      >
        <Textarea
          ref={field}
          dir="auto"
          rows={2}
          autoresize
          maxHeight="10rem"
          maxLength={SMS_MAX_LENGTH}
          readOnly={blockedReason !== null || loading}
          placeholder={conversationMessages.placeholder}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          value={draft.text}
          onChange={({ target }) => {
            if (error) reset();
            change(target.value);
          }}
          onKeyDown={sendByKey}
        />
      </FormField>
      <HStack justify="space-between" gap="3" align="flex-start">
        <Text textStyle="xs" color="fg.muted" className="tabular">
          <Counter text={text} {...firstMessageAdditions(isFirst ? text : '', businessName, language)} />
        </Text>
        <BusyButton type="submit" size="sm" flexShrink="0" loading={loading} disabled={!canSend}>
          <SendHorizontal aria-hidden="true" /> {conversationMessages.send}
        </BusyButton>
      </HStack>
    </Stack>
  );
}

function Counter({ text, before, after }: { text: string; before: string; after: string }) {
  const added = before + after;
  return (
    <>
      {dashboardMessages.messageLength(text.length)}
      {added && ` ${dashboardMessages.charactersAdded(added.length)}`} ·{' '}
      {plural(computeSegments(before + text + after).segments, 'segment')}
    </>
  );
}
