import { AdminSignIn } from '../features/sessions/admin-sign-in';

/** `/admin/login` */
export function AdminLoginPage() {
  return <AdminSignIn />;
}
