import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { dashboardMessages } from '../../messages/dashboard';
import type { LeadFilter } from './lead-query';

/** Downloads the filtered and sorted leads as CSV, streamed from the API. */
export function ExportLeadsLink({ clientId, filter }: { clientId: string; filter: LeadFilter }) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return (
    <Button asChild variant="outline" colorPalette="gray" size="sm">
      <a href={`/api/clients/${clientId}/leads.csv?${query}`} download="leads.csv">
        <Download aria-hidden="true" /> {dashboardMessages.exportLeads}
      </a>
    </Button>
  );
}
