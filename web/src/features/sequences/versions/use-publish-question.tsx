import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import {
  type CreateSequenceInput,
  type EnrolledLeadsAction,
  type SequenceFieldsFragment,
  SequenceVersionPreviewDocument,
} from '../../../shared/graphql/generated';
import { PublishDialog, type VersionPreview } from './publish-dialog';

interface Question {
  preview: VersionPreview;
  /** Called with null if the user goes back to the form. */
  answer: (action: EnrolledLeadsAction | null) => void;
}

/**
 * Asks what leads in progress get when new steps of a sequence are saved.
 *
 * @returns The question to render, and a function that asks it. It resolves to null if the user goes back to the form, and
 *   to undefined without leads in progress or new steps, when it does not ask.
 */
export function usePublishQuestion(
  sequence: SequenceFieldsFragment | undefined,
): [ReactNode, (steps: CreateSequenceInput['steps'] | undefined) => Promise<EnrolledLeadsAction | null | undefined>] {
  const client = useApolloClient();
  const [question, setQuestion] = useState<Question>();
  const ask = async (steps: CreateSequenceInput['steps'] | undefined) => {
    if (!steps || !sequence) return undefined;
    const { data } = await client.query({
      query: SequenceVersionPreviewDocument,
      variables: { sequenceId: sequence.id, steps },
      fetchPolicy: 'no-cache',
    });
    const preview = data!.sequenceVersionPreview;
    if (preview.leads === 0) return undefined;
    return new Promise<EnrolledLeadsAction | null>((resolve) => {
      const answer = (action: EnrolledLeadsAction | null) => {
        setQuestion(undefined);
        resolve(action);
      };
      setQuestion({ preview, answer });
    });
  };
  const dialog = question && sequence && (
    <PublishDialog
      clientId={sequence.clientId}
      preview={question.preview}
      onPublish={question.answer}
      onCancel={() => question.answer(null)}
    />
  );
  return [dialog, ask];
}
