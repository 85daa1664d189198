export const signIn = {
  intro: 'Sign in to talk with your team.',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  code: 'Code',
  codeHint: 'From your authenticator app, or one of your recovery codes.',
  codeIntro: 'Your account is protected by two-factor authentication.',
  forgotten: 'Forgot your password?',
  sendReset: 'Send reset link',
  resetSent: 'If this account exists, we have sent it a link to choose a new password.',
  demoPeople: 'People on this development server',
  toPortal: 'To the self-service portal for phones, texts and faxes',
}
