import { Badge, Flex } from '@chakra-ui/react';
import { tagMessages } from '../../../messages/leads/lead-tags';

interface TagListProps {
  tags: readonly string[];
  /** Shows at most so many, and the number of the others. */
  most?: number;
}

/** The tags of a lead, to read. */
export function TagList({ tags, most = tags.length }: TagListProps) {
  const others = tags.slice(most);
  return (
    <Flex as="ul" listStyleType="none" gap="1" flexWrap="wrap" minWidth="0" aria-label={tagMessages.tags}>
      {tags.slice(0, most).map((tag) => (
        <li key={tag} style={{ minWidth: 0 }}>
          <Badge {...tagStyle} display="block" truncate maxWidth="9rem" dir="auto">
            {tag}
          </Badge>
        </li>
      ))}
      {others.length > 0 && (
        <Badge as="li" {...tagStyle} title={others.join(', ')}>
          {tagMessages.more(others.length)}
        </Badge>
      )}
    </Flex>
  );
}

const tagStyle = { variant: 'outline', colorPalette: 'gray', size: 'sm', borderRadius: 'full', paddingX: '2' } as const;
