import { MessageScreen } from '../ui/message-screen';

/** A dashboard whose client does not exist. */
export function ClientNotFound() {
  return (
    <MessageScreen title="Client not found">There is no client at this address. Check the link, or ask your agency for it.</MessageScreen>
  );
}
