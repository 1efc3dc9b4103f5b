import { ClientSignIn } from '../features/sessions/client-sign-in';

/** `/client/login` */
export function ClientLoginPage() {
  return <ClientSignIn />;
}
