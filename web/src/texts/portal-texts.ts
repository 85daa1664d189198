import { plural } from './en/plural.ts'
import { codes } from './en/portal-codes.ts'
import { company } from './en/portal-company.ts'
import { devices } from './en/portal-devices.ts'
import { extensions } from './en/portal-extensions.ts'
import { faxes } from './en/portal-faxes.ts'
import { imports } from './en/portal-imports.ts'
import { locations } from './en/portal-locations.ts'
import { overview } from './en/portal-overview.ts'
import { queues } from './en/portal-queues.ts'
import { reports } from './en/portal-reports.ts'
import { routing } from './en/portal-routing.ts'
import { shell } from './en/portal-shell.ts'
import { texting } from './en/portal-texting.ts'
import { trunks } from './en/portal-trunks.ts'
import { users } from './en/portal-users.ts'
import { webhooks } from './en/portal-webhooks.ts'
import { textSet } from './language.ts'

const keys = {
  title: 'API keys',
  intro: 'Programs and this portal use API keys to act for your organization. Give each program its own.',
  create: 'Create API key',
  none: 'No API keys yet',
  name: 'Name',
  nameHint: 'Who or what uses this key.',
  key: 'Key',
  scopes: 'Scopes',
  scope: { read: 'Read', write: 'Write', admin: 'Admin' },
  scopeHint: {
    read: 'View everything.',
    write: 'Change people, extensions, texts and faxes.',
    admin: 'Manage API keys, webhooks and the audit log.',
  },
  lastUse: 'Last used',
  end: 'Expires',
  endOn: 'Expires on',
  endHint: 'The last day the key works. Leave empty for a key that never expires.',
  expired: 'Expired',
  replaced: 'Replaced',
  createdAt: 'Created',
  own: 'Current key',
  actionsFor: (name: string, ending: string) => `Actions for ${name} …${ending}`,
  editTitle: (name: string) => `Edit ${name}`,
  rotate: 'Rotate',
  rotateTitle: (name: string) => `Rotate ${name}`,
  rotateText:
    'You get a new key with the same permissions. The old one keeps working for a while, so you have time to switch.',
  overlap: 'Old key expires',
  overlaps: {
    0: 'Immediately',
    3600: 'In one hour',
    86400: 'In one day',
    604800: 'In 7 days',
    2592000: 'In 30 days',
  } as Record<number, string>,
  freshTitle: (name: string) => `API key for ${name}`,
  freshText: 'Copy it now and store it in a safe place. It will not be shown again.',
  freshAsk: 'Have you saved the key? Close again to leave without it.',
  copyKey: 'Copy key',
  stored: 'I have saved it',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'The key stops working immediately for everyone who uses it. This cannot be undone.',
  deleteOwn: 'This seems to be the key you are signed in with. You will have to sign in with another one.',
  deleted: (name: string) => `${name} was deleted`,
}

const calls = {
  intro: 'Who called whom, when, and how it went.',
  filters: 'Filters',
  number: 'Number',
  since: 'From',
  until: 'Until',
  everyResult: 'All results',
  direction: 'Direction',
  everyDirection: 'All directions',
  directions: { internal: 'Internal', inbound: 'From outside', outbound: 'To the outside' },
  mine: 'Only mine',
  clear: 'Clear filters',
  from: 'Caller',
  to: 'Called',
  time: 'Time',
  duration: 'Duration',
  result: 'Result',
  recording: 'Recording',
  encryption: 'Encryption',
  encryptions: { srtp: 'Encrypted', none: 'Not encrypted' },
  encryptedFor: (name: string) => `Encrypted for ${name} only`,
  states: { recording: 'Recording', paused: 'Recording paused', ended: 'Recording ended' },
  pause: (caller: string) => `Pause the recording of the call from ${caller}`,
  resume: (caller: string) => `Record the call from ${caller} again`,
  park: (caller: string) => `Park the call from ${caller}`,
  play: (caller: string) => `Play the recording of the call from ${caller}`,
  player: (caller: string) => `Recording of the call from ${caller}`,
  remove: (caller: string) => `Delete the recording of the call from ${caller}`,
  removeTitle: 'Delete this recording?',
  removeText: (caller: string) =>
    `The recording of the call from ${caller} will be deleted for everyone. The call stays in the list. This cannot be undone.`,
  block: (number: string) => `Block ${number}`,
  blockTitle: (number: string) => `Block ${number}?`,
  blockText: 'Your phones no longer ring for calls from this number: the caller hears that you are busy.',
  blockConfirm: 'Block this number',
  blocked: (number: string) => `${number} is blocked`,
  forwarded: (name: string) => `forwarded to ${name}`,
  none: 'No calls yet',
  noneHint: 'Call from the browser, or register a phone with an extension. Calls then appear here.',
  nothingFound: 'No calls found',
  nothingFoundHint: 'No calls match your filters.',
  results: {
    in_progress: 'In progress',
    answered: 'Answered',
    no_answer: 'No answer',
    voicemail: 'Voicemail',
    callback: 'Asked to be called back',
    busy: 'Busy',
    unavailable: 'Unavailable',
    cancelled: 'Cancelled',
    unknown_number: 'Unknown number',
    rejected: 'Refused by provider',
    over_limit: 'Too many calls',
    not_permitted: 'Not permitted',
    blocked_number: 'Blocked number',
    blocked_anonymous: 'Number withheld',
    failed: 'Failed',
  },
}

const blocked = {
  title: 'Blocked callers',
  intro: 'Numbers outside that may not call you. Colleagues can always call.',
  add: 'Block a number',
  edit: (number: string) => `Edit ${number}`,
  remove: (number: string) => `Unblock ${number}`,
  removeTitle: (number: string) => `Unblock ${number}?`,
  removeText: 'Calls from this number ring again.',
  removeConfirm: 'Unblock',
  number: 'Number',
  numberHint: 'Such as +1 202 555 0199. For a prefix, its beginning, such as +252.',
  isPrefix: 'Block all numbers that begin so',
  prefix: (number: string) => `${number}…`,
  action: 'What happens',
  actions: {
    busy: 'The caller hears that you are busy',
    reject: 'The call is rejected',
    voicemail: 'The caller can leave a message',
  },
  note: 'Note',
  forWhom: 'For whom',
  me: 'Only me',
  company: 'The whole organization',
  everybody: 'Everybody',
  forCompany: 'For the whole organization',
  another: 'Another person',
  search: 'Search by number',
  none: 'No blocked numbers',
  noneHint: 'Block a number here, or in the list of calls.',
  nothingFound: 'No numbers found',
  screening: 'Callers from outside',
  companyScreening: 'Callers from outside, for the whole organization',
  rejectAnonymous: 'Reject callers who withhold their number',
  screenUnknown: 'Accept unknown callers with 1',
  screenUnknownHint:
    'If a caller is neither a contact nor a colleague and nobody has called them before, your phone plays tones when you answer. Press 1 to take the call.',
}

const dial = {
  intro: 'Call a number, or one of your last calls.',
  noBrowserPhone: 'This browser is not a phone. The number is handed to the phone of this device.',
  recent: 'Recent numbers',
  noRecent: 'No calls yet. The numbers of your calls appear here.',
  who: 'Who',
  lastCall: 'Last call',
}

/** Fields that search on the server. */
const search = {
  placeholder: 'Name or number',
  person: 'Name or email address',
  searching: 'Searching…',
  results: 'Results',
  useNumber: 'Use this number',
  nothing: 'Nothing found',
  found: (count: number): string => plural(count, { one: '1 result', other: `${count} results` }),
  more: 'Type more to find others.',
  failed: 'The search failed.',
}

const numbers = {
  kinds: {
    extension: 'Extension',
    ring_group: 'Ring group',
    business_hours: 'Opening hours',
    menu: 'Menu',
    queue: 'Queue',
    conference: 'Conference room',
    name_directory: 'Directory by name',
  },
  contact: 'Contact',
  addNumber: 'Add a number',
  addMember: 'Add a member',
  addPerson: 'Add a person',
  removeMember: (name: string) => `Remove ${name}`,
  raise: (name: string) => `Move ${name} up`,
  diagram: 'Where a call goes',
  outside: 'Where calls from outside go',
  ends: 'The call ends',
  again: (name: string) => `Back to ${name}`,
  unanswered: 'If nobody answers',
  busy: 'If it is busy',
  unavailable: 'If no phone is registered',
  always: 'All calls are forwarded',
  followMe: (names: string) => `Follow me: ${names}`,
  voicemailOf: (name: string) => `Voicemail of ${name}`,
  nobody: 'nobody yet',
  key: (digit: string) => `Key ${digit}`,
}

const inspector = {
  intro:
    'All events in your organization, live. Your own programs can receive them over WebSocket or webhooks.',
  connection: 'Connection',
  filter: 'Filter by name',
  filterPlaceholder: 'texting.message',
  pause: 'Pause',
  resume: 'Resume',
  pausedNews: (count: number): string =>
    plural(count, { one: '1 new event since you paused.', other: `${count} new events since you paused.` }),
  paused: 'Paused. New events appear when you resume.',
  clear: 'Clear',
  copyAll: 'Copy all',
  copyEvent: (name: string) => `Copy ${name}`,
  copied: (name: string) => `${name} copied`,
  events: 'Events',
  shown: (count: number, most: number) =>
    `${plural(count, { one: '1 event', other: `${count} events` })} shown. The newest ${most} are kept.`,
  none: 'Waiting for events',
  noneHint: 'Send a text or a fax, change your status or register a phone, and the event appears here.',
  noneMatch: 'No matching events',
  noneMatchHint: (filter: string) => `No event so far has “${filter}” in its name.`,
  eventId: (id: number) => `Event ${id}`,
  ofConnection: 'Connection event',
  howTo: 'Connect your own program',
  howToIntro:
    'Every program that connects with socket.io and authenticates with an API key receives the same events. A program that sends the id of its last event receives the ones it missed.',
  install: 'Install the client',
  program: 'Example program',
  yourKey: 'your API key',
}

const carrier = {
  title: 'Carrier',
  usual: 'Your texts go through the carrier of this server.',
  add: 'Use your own carrier',
  edit: 'Change carrier',
  remove: 'Remove carrier',
  removeTitle: 'Use the carrier of the server again?',
  removeHint:
    'The connection ends, and texts go through the carrier of this server. The password is deleted.',
  states: { connecting: 'Connecting', connected: 'Connected', disconnected: 'Not connected' },
  account: (account: string, place: string) => `${account} at ${place}`,
  allNumbers: 'for all numbers',
  someNumbers: (count: number) => plural(count, { one: 'for 1 number', other: `for ${count} numbers` }),
  broken: (reason: string) => `Texts wait until the connection is back. ${reason}`,
  hint: 'Your carrier gives you this SMPP account. Once you save it, your texts go through it.',
  host: 'Host',
  port: 'Port',
  systemId: 'System ID',
  password: 'Password',
  passwordHint: 'Stored encrypted and never shown.',
  passwordStays: 'Leave empty to keep the password.',
  tls: 'Encrypt the connection (TLS)',
  forNumber: (number: string) => `Use for ${number}`,
}

const voicemail = {
  intro: 'Messages from callers who could not reach you.',
  ownerIntro:
    'Messages from callers who could not reach you. If you open the mailbox of another person, the audit log records it.',
  mailbox: 'Mailbox',
  own: 'My mailbox',
  everyone: 'All mailboxes',
  newOnly: 'New messages only',
  from: 'Caller',
  to: 'Extension',
  time: 'Time',
  message: 'Message',
  unknown: 'Unknown number',
  play: (caller: string) => `Play the message from ${caller}`,
  player: (caller: string) => `Message from ${caller}`,
  markHeard: 'Mark as heard',
  markNew: 'Mark as new',
  remove: 'Delete message',
  removeTitle: 'Delete this message?',
  removeText: (caller: string) => `The message from ${caller} will be deleted. This cannot be undone.`,
  none: 'No messages yet',
  noneHint: 'Turn on voicemail in the settings of an extension. Messages from callers then appear here.',
  noneThere: 'Nobody has left a message there.',
  noneNew: 'No new messages',
  noneNewHint: 'You have heard all of them.',
}

/** The texts of the self-service portal, by section. */
const portalEnglish = {
  shell,
  overview,
  company,
  users,
  locations,
  extensions,
  devices,
  trunks,
  calls,
  blocked,
  dial,
  search,
  numbers,
  routing,
  queues,
  codes,
  reports,
  voicemail,
  carrier,
  imports,
  texting,
  faxes,
  keys,
  webhooks,
  inspector,
}

export type PortalTexts = typeof portalEnglish

const set = textSet(portalEnglish, async () => (await import('./de/portal-german.ts')).portalGerman)

/** The texts of the portal, which the chat does not load. */
export const p = set.texts

await set.load()
