import { Box, Button } from '@chakra-ui/react';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { sharedMessages } from '../../messages/shared';
import { useClientChange } from '../../shared/live/live-client';

/** Counts the leads that have arrived since a list was loaded. `key` identifies the list, and `clear` starts anew. */
export function useNewLeads(key: string) {
  const [arrived, setArrived] = useState({ key, count: 0 });
  const count = arrived.key === key ? arrived.count : 0;
  useClientChange(({ kind }) => {
    if (kind === 'lead_created') setArrived((before) => ({ key, count: (before.key === key ? before.count : 0) + 1 }));
  });
  return { count, clear: () => setArrived({ key, count: 0 }) };
}

/** Says how many leads have arrived and shows them when pressed, so that rows do not move under the pointer. */
export function NewLeadsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Box role="status" _empty={{ display: 'none' }}>
      {count > 0 && (
        <Button size="sm" variant="subtle" width="full" onClick={onShow}>
          <ArrowUp aria-hidden="true" /> {sharedMessages.showNewLeads(count)}
        </Button>
      )}
    </Box>
  );
}
