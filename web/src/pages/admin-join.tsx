import { useLocation } from 'react-router-dom';
import { AdminJoin } from '../features/sessions/admin-join';

/** `/admin/join#TOKEN`: accepts an administrator invitation. */
export function AdminJoinPage() {
  return <AdminJoin token={useLocation().hash.slice(1)} />;
}
