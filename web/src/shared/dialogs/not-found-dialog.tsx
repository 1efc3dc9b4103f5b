import { Text } from '@chakra-ui/react';
import { ViewDialog } from '../../ui/dialog/view-dialog';

/** Says that the object of a link does not exist. `what` is its kind, such as `lead`. */
export const NotFoundDialog = ({ what, onClose }: { what: string; onClose: () => void }) => (
  <ViewDialog title={`This ${what} was not found`} onClose={onClose}>
    <Text color="fg.muted">It may have been deleted, or the link may be incomplete.</Text>
  </ViewDialog>
);
