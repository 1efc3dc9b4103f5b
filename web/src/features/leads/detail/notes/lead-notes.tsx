import { useMutation } from '@apollo/client/react';
import { Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { MAX_PAGE_SIZE } from '@dripline/contract/limits';
import { useRef, useState } from 'react';
import { noteMessages } from '../../../../messages/leads/notes';
import { WhenEditable } from '../../../../shared/dashboard-access';
import { CreateLeadNoteDocument, LeadNotesDocument } from '../../../../shared/graphql/generated';
import { useLiveQuery } from '../../../../shared/live/live-client';
import { retry } from '../../../../shared/retry';
import { refreshedOnOpen } from '../../../../shared/refreshed-on-open';
import { LoadError } from '../../../../ui/feedback/load-error';
import { LeadNote } from './lead-note';
import { NoteForm } from './note-form';

/** Notes that are loaded at first, and that each press of “Show more notes” adds. */
const PAGE = 10;
/** What was written and not saved, by lead, also after the drawer was closed. */
const drafts = new Map<string, string>();

interface LeadNotesProps {
  leadId: string;
  timeZone: string;
  /** The names of those who can be mentioned. */
  names: readonly string[];
  /** Whether a version of the lead is from a status that was chosen here. */
  isOwn: (version: number) => boolean;
}

/** The notes on a lead, newest first, and the field to write one. They stay current. */
export function LeadNotes({ leadId, timeZone, names, isOwn }: LeadNotesProps) {
  const reported = useRef(0);
  const [first, setFirst] = useState(PAGE);
  const { data, previousData, error, refetch } = useLiveQuery(
    LeadNotesDocument,
    { variables: { id: leadId, first }, ...refreshedOnOpen },
    ({ lead }) => {
      if (lead?.id !== leadId) return false;
      // A status that was chosen here changes no note. It is reported once, and a note does not raise the version.
      const isStatus = isOwn(lead.version) && reported.current !== lead.version;
      reported.current = lead.version;
      return !isStatus;
    },
  );
  const [create] = useMutation(CreateLeadNoteDocument);
  const notes = (data ?? previousData)?.lead.notes;
  return (
    <Stack gap="4">
      <WhenEditable>
        <NoteForm
          label={noteMessages.newNote}
          saveLabel={noteMessages.add}
          text={drafts.get(leadId) ?? ''}
          names={names}
          onChange={(text) => drafts.set(leadId, text)}
          onSave={async (body) => {
            await create({ variables: { leadId, body } });
            drafts.delete(leadId);
            retry(refetch());
          }}
        />
      </WhenEditable>
      {notes && notes.nodes.length > 0 && (
        <Stack as="ol" listStyleType="none" gap="3" aria-label={noteMessages.notes}>
          {notes.nodes.map((note) => (
            <LeadNote key={note.id} note={note} timeZone={timeZone} names={names} onChanged={() => retry(refetch())} />
          ))}
        </Stack>
      )}
      {notes?.nodes.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          {noteMessages.empty}
        </Text>
      )}
      {notes?.pageInfo.hasNextPage && first < MAX_PAGE_SIZE && (
        <Button
          size="sm"
          variant="ghost"
          alignSelf="start"
          onClick={() => setFirst(Math.min(first + PAGE, MAX_PAGE_SIZE))}
        >
          {noteMessages.showMore}
        </Button>
      )}
      {!notes && error && <LoadError subject="this lead’s notes" onRetry={() => retry(refetch())} />}
      {!notes && !error && <Skeleton height="12" />}
    </Stack>
  );
}
