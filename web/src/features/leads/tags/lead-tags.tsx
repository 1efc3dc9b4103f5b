import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { useReadOnly } from '../../../shared/dashboard-access';
import { AddTagForm } from './add-tag-form';
import { TagList } from './tag-list';
import { useChangeTags } from './use-change-tags';

interface LeadTagsProps {
  lead: { id: string; clientId: string; tags: readonly string[] };
}

/** The tags of one lead, each with a button that removes it, and a field that adds one. */
export function LeadTags({ lead: { id, clientId, tags } }: LeadTagsProps) {
  const isReadOnly = useReadOnly();
  const change = useChangeTags(clientId);
  if (isReadOnly)
    return tags.length > 0 ? (
      <TagList tags={tags} />
    ) : (
      <Text color="fg.muted" textStyle="sm">
        {tagMessages.none}
      </Text>
    );
  return (
    <Stack gap="3">
      {tags.length > 0 && (
        <Flex gap="2" flexWrap="wrap">
          {tags.map((tag) => (
            <Button
              key={tag}
              size="xs"
              variant="subtle"
              colorPalette="gray"
              borderRadius="full"
              maxWidth="full"
              aria-label={tagMessages.remove(tag)}
              css={chipStyle}
              onClick={() => void change([id], { remove: tag })}
            >
              <span dir="auto">{tag}</span> <X aria-hidden="true" />
            </Button>
          ))}
        </Flex>
      )}
      <AddTagForm
        clientId={clientId}
        label={tagMessages.newTag}
        except={tags}
        onAdd={(tag) => void change([id], { add: tag })}
      />
    </Stack>
  );
}

const chipStyle = {
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > svg': { boxSize: '3.5' },
  '@media (pointer: coarse)': { minHeight: '11' },
};
