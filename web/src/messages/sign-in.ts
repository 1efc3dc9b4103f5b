/** The texts of both sign-in screens and of the logout button. */
export const signInMessages = {
  masterAdminPortal: 'Master Admin Portal',
  username: 'Username',
  enterUsername: 'Enter username',
  password: 'Password',
  enterPassword: 'Enter password',
  signIn: 'Sign In',
  signingIn: 'Signing In...',
  adminLogin: 'Admin login',
  logout: 'Logout',
} as const;
