import { useLocation } from 'react-router-dom';
import { AdminJoin } from '../features/sessions/admin-join';

/** /admin/join, with an invitation's token behind the #. */
export function AdminJoinPage() {
  return <AdminJoin token={useLocation().hash.slice(1)} />;
}
