/** What both sign-ins and the way out say. */
export const signInWords = {
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
