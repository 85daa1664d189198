import { plural } from './plural.ts'

export const overview = {
  greeting: (name: string) => `Hello, ${name}`,
  intro: 'What needs your attention in your organization’s phones, texts and faxes.',
  title: 'Needs attention',
  nothing: 'All clear',
  nothingHint: 'Nothing needs your attention. New texts, faxes and problems appear here immediately.',
  more: (count: number) => `and ${count} more`,
  noSip: 'No SIP server is connected: phones cannot register or call',
  noSipHint:
    'Texts, faxes and settings work. For calls, the operator of the server installs Asterisk and sets ASTERISK_URL (see “Telephony” in the documentation).',
  attention: {
    noExtensions: 'No extensions yet: create one for each phone',
    noOwnExtension: 'You have no extension: nobody can call you',
    assignOwnExtension: 'Assign an extension to yourself.',
    askForExtension: 'Ask an administrator to assign one to you.',
    ownPhones: (count: number) =>
      plural(count, {
        one: 'Your phone is not registered',
        other: `${count} of your phones are not registered`,
      }),
    unreachable: (count: number) =>
      plural(count, {
        one: '1 phone system is not reachable',
        other: `${count} phone systems are not reachable`,
      }),
    emergency: (count: number) =>
      plural(count, {
        one: 'Emergency calls: 1 thing is missing',
        other: `Emergency calls: ${count} things are missing`,
      }),
    missedCalls: (count: number) => plural(count, { one: '1 missed call', other: `${count} missed calls` }),
    newVoicemail: (count: number) =>
      plural(count, { one: '1 new voicemail message', other: `${count} new voicemail messages` }),
    failedTexts: (count: number) =>
      plural(count, { one: '1 text was not delivered', other: `${count} texts were not delivered` }),
    failedFaxes: (count: number) => plural(count, { one: '1 fax failed', other: `${count} faxes failed` }),
    unreadTexts: (count: number) =>
      plural(count, {
        one: '1 conversation with new texts',
        other: `${count} conversations with new texts`,
      }),
    unreadFaxes: (count: number) => plural(count, { one: '1 new fax', other: `${count} new faxes` }),
    expired: (count: number) =>
      plural(count, { one: '1 invitation has expired', other: `${count} invitations have expired` }),
    unassigned: (count: number) =>
      plural(count, { one: '1 extension without a person', other: `${count} extensions without a person` }),
    unregistered: (count: number) =>
      plural(count, {
        one: '1 extension without a registered phone',
        other: `${count} extensions without a registered phone`,
      }),
    pending: (count: number) =>
      plural(count, {
        one: '1 invitation has not been accepted yet',
        other: `${count} invitations have not been accepted yet`,
      }),
  },
  you: 'You',
  profile: 'Profile',
  extensions: (count: number) => plural(count, { one: 'Your extension', other: 'Your extensions' }),
  numbers: (count: number) => plural(count, { one: 'Your texting number', other: 'Your texting numbers' }),
  fax: 'Organization fax',
  none: 'None',
}
