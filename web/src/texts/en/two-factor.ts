import { plural } from './plural.ts'

export const twoFactor = {
  title: 'Two-factor authentication',
  intro:
    'Besides your password, signing in takes a code from an app on your phone. A stolen password is then not enough.',
  on: 'On',
  codesLeft: (count: number) =>
    plural(count, { one: '1 recovery code left', other: `${count} recovery codes left` }),
  setUp: 'Set up',
  setUpTitle: 'Set up two-factor authentication',
  scan: 'Scan this code with an authenticator app, such as Aegis, FreeOTP, 1Password or Google Authenticator.',
  qrLabel: 'QR code for the authenticator app',
  byHand: 'Or type this key into the app:',
  secret: 'Key',
  confirm: 'Switch on',
  code: 'Code from the app',
  signsOut: 'You will be signed out everywhere else. Programs with your API key keep working.',
  codesTitle: 'Your recovery codes',
  codesIntro:
    'Keep them in a safe place. If you lose your phone, each of them lets you in once. They are not shown again.',
  codesDone: 'I have stored them',
  newCodes: 'New recovery codes',
  newCodesText: 'The old ones stop working.',
  switchOff: 'Switch off',
  switchOffTitle: 'Switch off two-factor authentication?',
  switchedOff: 'Two-factor authentication is off',
  removeOf: 'Remove two-factor authentication',
  removeTitle: (name: string) => `Remove the two-factor authentication of ${name}?`,
  removeText:
    'Only if they have lost their device and their recovery codes. Make sure that it is really them who ask. They get a mail about it.',
  removed: 'Two-factor authentication removed',
}
