import { Button, HStack } from '@chakra-ui/react';
import { Inbox, SearchX } from 'lucide-react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { useIsAccount, useReadOnly } from '../../../shared/dashboard-access';
import { LinkButton } from '../../../ui/button/link-button';
import { EmptyState } from '../../../ui/feedback/empty-state';

interface NoLeadsProps {
  /** Whether a filter or a search is active. */
  isFiltered: boolean;
  onClear: () => void;
}

/** What an empty list of leads shows. */
export function NoLeads({ isFiltered, onClear }: NoLeadsProps) {
  const isAccount = useIsAccount();
  const isReadOnly = useReadOnly();
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title="No leads match"
        action={
          <Button size="sm" variant="outline" onClick={onClear}>
            {filterMessages.clear}
          </Button>
        }
      >
        Try another name, number, campaign or status.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Inbox}
      title="No leads yet"
      action={
        <HStack gap="2" flexWrap="wrap" justify="center">
          <LinkButton to="?tab=campaigns" size="sm" variant="outline">
            Go to campaigns
          </LinkButton>
          {isAccount && !isReadOnly && (
            <LinkButton to="?tab=leads&dialog=import" size="sm" variant="ghost">
              {filterMessages.importFile}
            </LinkButton>
          )}
        </HStack>
      }
    >
      People who submit a campaign’s form appear here. Share a landing page to get your first lead.
    </EmptyState>
  );
}
