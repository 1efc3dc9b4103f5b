import { Badge } from '@chakra-ui/react';
import { draftMessages as messages } from '../../messages/history/drafts';

interface DraftBadgeProps {
  draft: { publishAt: string | null; failure: string | null } | null;
}

/** Says that a campaign or sequence has a draft, and whether it is published at a time or could not be. */
export function DraftBadge({ draft }: DraftBadgeProps) {
  if (!draft) return null;
  return (
    <Badge
      colorPalette={draft.failure === null ? 'gray' : 'orange'}
      variant="subtle"
      size="sm"
      alignSelf="flex-start"
      borderRadius="full"
      paddingX="2"
    >
      {draft.failure !== null
        ? messages.failedBadge
        : draft.publishAt === null
          ? messages.badge
          : messages.scheduledBadge}
    </Badge>
  );
}
