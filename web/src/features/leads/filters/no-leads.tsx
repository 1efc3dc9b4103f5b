import { Button } from '@chakra-ui/react';
import { Inbox, SearchX } from 'lucide-react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { LinkButton } from '../../../ui/button/link-button';
import { EmptyState } from '../../../ui/feedback/empty-state';

interface NoLeadsProps {
  /** Whether a filter or a search is active. */
  isFiltered: boolean;
  onClear: () => void;
}

/** What an empty list of leads shows. */
export const NoLeads = ({ isFiltered, onClear }: NoLeadsProps) =>
  isFiltered ? (
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
  ) : (
    <EmptyState
      icon={Inbox}
      title="No leads yet"
      action={
        <LinkButton to="?tab=campaigns" size="sm" variant="outline">
          Go to campaigns
        </LinkButton>
      }
    >
      People who submit a campaign’s form appear here. Share a landing page to get your first lead.
    </EmptyState>
  );
