import { useQuery } from '@apollo/client/react';
import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { ClientTagsDocument } from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { Select } from '../../../ui/form/select';
import { AddTagForm } from './add-tag-form';

interface SelectedTagsDialogProps {
  clientId: string;
  /** What is changed, such as "3 selected leads". */
  name: string;
  /** Called with a tag to add or to remove. */
  onApply: (tags: { add?: string; remove?: string }) => void;
  onClose: () => void;
}

/** Adds a tag to the selected leads, or removes one from them. */
export function SelectedTagsDialog({ clientId, name, onApply, onClose }: SelectedTagsDialogProps) {
  const { data } = useQuery(ClientTagsDocument, { variables: { clientId }, ...refreshedOnOpen });
  const [chosen, setChosen] = useState('');
  const apply = (tags: { add?: string; remove?: string }) => {
    onClose();
    onApply(tags);
  };
  const remove = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) apply({ remove: chosen });
  };
  const tags = data?.client.tags ?? [];
  return (
    <ViewDialog title={`${tagMessages.tags}: ${name}`} onClose={onClose}>
      <Stack gap="5" paddingBottom="4">
        <Stack gap="2">
          <Text textStyle="sm" fontWeight="medium">
            {tagMessages.addToSelected}
          </Text>
          <AddTagForm clientId={clientId} label={tagMessages.newTag} onAdd={(tag) => apply({ add: tag })} />
        </Stack>
        {tags.length > 0 && (
          <Stack gap="2">
            <Text textStyle="sm" fontWeight="medium">
              {tagMessages.removeFromSelected}
            </Text>
            <HStack as="form" gap="2" onSubmit={remove}>
              <Select
                size="sm"
                dir="auto"
                aria-label={tagMessages.removeFromSelected}
                options={[
                  { value: '', label: tagMessages.chooseTag },
                  ...tags.map((tag) => ({ value: tag, label: tag })),
                ]}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
              />
              <Button type="submit" size="sm" variant="outline" colorPalette="gray" disabled={!chosen}>
                {tagMessages.removeChosen}
              </Button>
            </HStack>
          </Stack>
        )}
      </Stack>
    </ViewDialog>
  );
}
