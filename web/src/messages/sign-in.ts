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
  clientForgotPassword: 'Forgot your password? Ask your agency for a new one.',
  adminForgotPassword: 'Forgot your password? Ask another administrator to remove and invite you again.',
  logout: 'Logout',
} as const;

/** The texts of the second step of a sign-in. */
export const secondFactorMessages = {
  title: 'Confirm your sign-in',
  subtitle: 'Enter the code from your authenticator app, or a recovery code.',
  code: 'Code',
  enterCode: 'Enter a code',
  continue: 'Continue',
  usePasskey: 'Use a passkey',
  startAgain: 'Start again',
} as const;
