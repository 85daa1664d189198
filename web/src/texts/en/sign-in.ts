export const signIn = {
  intro: 'Sign in to talk with your team.',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  forgotten: 'Forgotten your password?',
  sendReset: 'Send a link by mail',
  resetSent: 'If there is such an account, a link to choose a new password is on its way to it.',
  demoPeople: 'People of this development server',
  toPortal: 'To the self-service portal for phones, texts and faxes',
}
