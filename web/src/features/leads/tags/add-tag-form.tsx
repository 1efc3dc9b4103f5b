import { useQuery } from '@apollo/client/react';
import { Button, HStack, Input } from '@chakra-ui/react';
import { MAX_TAG_LENGTH } from '@dripline/contract/limits';
import { type FormEvent, useId, useState } from 'react';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { ClientTagsDocument } from '../../../shared/graphql/generated';

interface AddTagFormProps {
  clientId: string;
  label: string;
  /** Tags that are not suggested. */
  except?: readonly string[];
  onAdd: (tag: string) => void;
}

/** A field that suggests the client's tags, and a button that adds what it contains. */
export function AddTagForm({ clientId, label, except = [], onAdd }: AddTagFormProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const { data } = useQuery(ClientTagsDocument, { variables: { clientId } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.replace(/\s+/g, ' ').trim();
    if (tag === '') return;
    setTyped('');
    onAdd(tag);
  };
  return (
    <HStack as="form" gap="2" onSubmit={submit}>
      <Input
        size="sm"
        dir="auto"
        list={listId}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_TAG_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={listId}>
        {data?.client.tags
          .filter((tag) => !except.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <Button type="submit" size="sm" variant="outline" colorPalette="gray">
        {tagMessages.add}
      </Button>
    </HStack>
  );
}
