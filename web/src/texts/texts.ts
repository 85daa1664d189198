import { bots } from './en/bots.ts'
import { compose } from './en/compose.ts'
import { integrations } from './en/integrations.ts'
import { messages } from './en/messages.ts'
import { notifications } from './en/notifications.ts'
import { plural } from './en/plural.ts'
import { resource } from './en/resource.ts'
import { settings } from './en/settings.ts'
import { shortcuts } from './en/shortcuts.ts'
import { sidebar } from './en/sidebar.ts'
import { status } from './en/status.ts'
import { streams } from './en/streams.ts'
import { topics } from './en/topics.ts'
import { ui } from './en/ui.ts'
import { textSet } from './language.ts'

const search = {
  label: 'Search messages',
  placeholder: 'Search',
  clear: 'Clear',
  suggestions: 'Suggestions',
  count: (count: number) => plural(count, { one: '1 suggestion', other: `${count} suggestions` }),
  words: (words: string) => `Search for ${words}`,
  here: (words: string) => `Search for ${words} in this conversation`,
  not: (what: string) => `Not: ${what}`,
  operators: {
    stream: 'Messages in a stream',
    topic: 'Messages in a topic',
    sender: 'Messages sent by a person',
    dm: 'Direct messages with a person',
    is: 'Messages in a state, such as unread',
    has: 'Messages that contain something, such as links',
    before: 'Messages before a date',
    after: 'Messages from a date on',
    near: 'Messages around a message id',
  },
  states: {
    'is:unread': 'Unread messages',
    'is:starred': 'Starred messages',
    'is:mentioned': 'Messages that mention you',
    'is:dm': 'Direct messages',
    'has:link': 'Messages with links',
    'has:image': 'Messages with images',
    'has:attachment': 'Messages with attachments',
  },
  sentBefore: (day: string) => `Before ${day}`,
  sentAfter: (day: string) => `From ${day} on`,
  whichOne: 'Which one did you mean?',
  inStream: (name: string) => `In #${name}`,
  inTopic: (topic: string) => `In the topic ${topic}`,
  sentBy: (name: string) => `Sent by ${name}`,
  withPerson: (name: string) => `Direct messages with ${name}`,
}

const softphone = {
  open: 'Call',
  number: 'Number',
  call: 'Call',
  keypad: 'Keypad',
  keys: { '*': 'Star', '#': 'Hash' } as Readonly<Record<string, string>>,
}

const actions = {
  findEmoji: 'Find an emoji',
  noEmoji: 'No emoji found.',
  react: 'Add a reaction',
  reactions: 'Reactions',
  reactedBy: (names: string, emoji: string) => `${names}: ${emoji}`,
  reply: 'Reply',
  star: 'Star',
  unstar: 'Unstar',
  toolbar: 'Message actions',
  more: 'More',
  quote: 'Quote',
  said: 'said',
  edit: 'Edit',
  delete: 'Delete',
  history: 'View edit history',
  copyLink: 'Copy link to message',
  linkCopied: 'Link copied.',
  markUnread: 'Mark as unread from here',
  receipts: 'View read receipts',
  deleteTitle: 'Delete message?',
  deleteText: 'It will be deleted for everyone. This cannot be undone.',
  historyTitle: 'Edit history',
  original: 'Original',
  editedBy: (name: string, time: string) => `${name}, ${time}`,
  movedFrom: (topic: string) => `Previous topic: ${topic}`,
  receiptsTitle: 'Read by',
  receiptsNone: 'Nobody has read this yet, or readers have turned off read receipts.',
  content: 'Message',
  topic: 'Topic',
  alsoMove: 'Move to the new topic',
  moveOne: 'Only this message',
  moveLater: 'This message and all later ones in the topic',
  moveAll: 'All messages in the topic',
  newestVersion: 'The newest version',
  changedMeanwhile: 'Somebody else has changed this message. It now says:',
  takeNewest: 'Use this version',
  replaceNewest: 'Save to replace it with your text.',
}

const people = {
  label: 'People and topics',
  heading: 'People',
  filter: 'Filter people',
  bot: 'bot',
  guest: 'guest',
  you: 'you',
  left: 'Deactivated',
  unknown: 'Unknown person',
  members: 'People in this stream',
  memberCount: (count: number) => plural(count, { one: '1 person', other: `${count} people` }),
  filterMembers: 'Filter people',
  online: 'Online',
  nobodyOnline: 'Nobody else is online.',
  nobodyFound: 'No matching people.',
  noMembers: 'Nobody is in this stream.',
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  topics: 'Topics',
  addPeople: 'Add people',
  about: 'About',
  conversation: 'In this conversation',
  phones: 'Phones',
  extension: 'Extension',
  number: 'Number',
  call: 'Call',
  text: 'Text',
}

const emoji = {
  categories: 'Categories',
  skinTone: 'Skin tone',
  skinTones: ['No skin tone', 'Light', 'Medium-light', 'Medium', 'Medium-dark', 'Dark'],
  sections: {
    found: 'Found',
    recent: 'Recently used',
    own: 'Of this organization',
    'Smileys & Emotion': 'Smileys and emotion',
    'People & Body': 'People and body',
    'Animals & Nature': 'Animals and nature',
    'Food & Drink': 'Food and drink',
    'Travel & Places': 'Travel and places',
    Activities: 'Activities',
    Objects: 'Objects',
    Symbols: 'Symbols',
    Flags: 'Flags',
  },
}

const signIn = {
  intro: 'Sign in to talk with your team.',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  continueWith: (provider: string) => `Continue with ${provider}`,
  orPassword: 'or with a password',
  code: 'Code',
  codeHint: 'From your authenticator app, or one of your recovery codes.',
  codeIntro: 'Your account is protected by two-factor authentication.',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters.',
  newPasswordIntro: 'Welcome! The password you were given is easy to guess. Choose one of your own.',
  forgotten: 'Forgot your password?',
  sendReset: 'Send reset link',
  resetSent: 'If this account exists, we have sent it a link to choose a new password.',
  noReset: (organization: string) =>
    `This server sends no mail. Ask an administrator of ${organization} for a link to choose a new password.`,
  roles: { administrator: 'Administrator', member: 'Member', guest: 'Guest' },
  demoPeople: 'People on this development server',
  toPortal: 'To the self-service portal for phones, texts and faxes',
}

const shell = {
  label: 'Workspace',
  skip: 'Skip to the content',
  chat: 'Chat',
  phones: 'Phones',
  organization: 'Organization',
  unread: 'unread',
  account: (name: string) => `Account of ${name}`,
  settings: 'Settings',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  actAs: 'Act as another person',
}

const switcher = {
  title: 'Go to…',
  open: 'Go to a conversation or page',
  field: 'Go to a conversation, person or page',
  places: 'Places',
  notSubscribed: 'not subscribed',
  nothingFound: 'Nothing by that name. Press Enter to search messages instead.',
  noPlace: 'Nothing by that name.',
  found: (count: number) => plural(count, { one: '1 place', other: `${count} places` }),
  hint: '↑ ↓ to choose, Enter to open, Esc to close',
}

const welcome = {
  title: (organization: string) => `Welcome to ${organization}`,
  streams:
    'Conversations are in streams, and each stream has topics, so that you can follow what concerns you and skip the rest.',
  toStreams: 'Find streams',
  write:
    'Write in the field at the bottom. With @ and a name you notify somebody; in a direct message only the two of you read along.',
  settings: 'Your picture, notifications and language are in your settings.',
  toSettings: 'Open settings',
  dismiss: 'Got it',
}

const inbox = {
  title: 'Inbox',
  unread: 'Unread',
  recent: 'Recent conversations',
  nothingUnread: 'You are all caught up.',
  nothingRecent: 'Conversations you take part in appear here.',
  noText: 'A message without text',
  markAllRead: 'Mark all messages as read',
  markRead: (place: string) => `Mark ${place} as read`,
  more: 'Show older conversations',
  you: 'You',
}

const reminders = {
  title: 'Reminders',
  none: 'No reminders',
  explained: 'Choose "Remind me" in the menu of a message, and you get a note at the time you choose.',
  remindMe: 'Remind me',
  add: 'Set reminder',
  added: (time: string) => `You will be reminded on ${time}.`,
  message: 'A message',
  goThere: 'Go to the message',
}

/** The texts of the chat and of the controls that both apps use, by area. */
const english = {
  resource,
  ui,
  shell,
  status,
  softphone,
  signIn,
  welcome,
  sidebar,
  inbox,
  reminders,
  switcher,
  people,
  topics,
  messages,
  actions,
  compose,
  emoji,
  search,
  shortcuts,
  streams,
  notifications,
  settings,
  bots,
  integrations,
}

export type Texts = typeof english

/** All UI texts: `t.compose.send`. */
export const { texts: t } = textSet(english, async () => (await import('./de/german.ts')).german)
