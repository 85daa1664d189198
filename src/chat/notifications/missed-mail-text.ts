import type { Mail } from '../../platform/mail/mailer.ts'

/** More are only counted. */
export const CONVERSATIONS_SHOWN = 10
/** Of one conversation, the newest. */
export const MESSAGES_SHOWN = 10
const MAX_TEXT_LENGTH = 1000
const MAX_LINES = 12
const MAX_NAMES = 5
const MAX_SUBJECT_LENGTH = 120

export interface ShownMessage {
  sender: string
  text: string
}

export interface MissedConversation {
  place: { stream: string; topic: string } | { people: readonly string[] }
  /** what was written before the first one that was missed */
  before: readonly ShownMessage[]
  missed: readonly ShownMessage[]
  /** how many older ones were missed */
  leftOut: number
  url: string
  /** undefined: this server accepts no mail */
  replyTo: string | undefined
}

export interface MissedMailParts {
  organization: string
  namesOrganization: boolean
  uri: string
  unsubscribeUrl: string
  missedCount: number
  conversationCount: number
  /** undefined: the mail must not show what was written, by whom or where */
  conversations: readonly MissedConversation[] | undefined
}

/**
 * The mailer makes HTML of the text, and a button of a line with only a link. So whatever people have written is
 * indented or follows other words: nobody can put a button of their own into the mail.
 */
export function writeMissedMail(parts: MissedMailParts): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const { conversations, namesOrganization, organization, unsubscribeUrl } = parts
  const [only, another] = conversations ?? []
  const replyTo = another ? undefined : only?.replyTo
  const subject = subjectOf(parts)
  const body = conversations
    ? [
        ...conversations.flatMap((one) => writeConversation(one, another !== undefined)),
        ...moreOf(parts.conversationCount - conversations.length),
      ]
    : [
        `You have ${count(parts.missedCount, 'unread message')} in ${organization}.`,
        'This mail does not show them, because your settings or those of the organization say so.',
        `Open ${organization.replaceAll(':', ' ')}:\n${parts.uri}`,
      ]
  const end = only?.replyTo
    ? another
      ? 'Reply by mail to the address below a conversation. A reply to this mail itself reaches nobody.'
      : 'Reply to this mail to write in the conversation.'
    : 'Do not reply to this mail: replies reach nobody.'
  return {
    subject: namesOrganization ? `${subject} [${organization}]` : subject,
    text: [
      ...body,
      end,
      'You get this mail because you were away when these messages came.',
      `Stop these mails:\n${unsubscribeUrl}`,
    ].join('\n\n'),
    ...(replyTo !== undefined && { replyTo }),
  }
}

function subjectOf({ conversations, missedCount, conversationCount }: MissedMailParts): string {
  const [only] = conversations ?? []
  if (!only) return count(missedCount, 'unread message')
  if (conversationCount > 1)
    return `${count(missedCount, 'unread message')} in ${conversationCount} conversations`
  return shorten(titleOf(only))
}

function titleOf({ place }: MissedConversation): string {
  if ('stream' in place) return `#${place.stream} > ${place.topic}`
  const names = place.people.slice(0, MAX_NAMES).join(', ')
  const more = place.people.length - MAX_NAMES
  return `Direct messages with ${names}${more > 0 ? ` and ${more} others` : ''}`
}

function writeConversation(conversation: MissedConversation, hasOthers: boolean): string[] {
  const { before, missed, leftOut, url, replyTo } = conversation
  return [
    titleOf(conversation),
    ...(before.length > 0 ? [`Earlier:\n${before.map(writeMessage).join('\n')}`] : []),
    ...(leftOut > 0 ? [`${count(leftOut, 'older message')} left out.`] : []),
    ...missed.map(writeMessage),
    `Open the conversation:\n${url}`,
    ...(hasOthers && replyTo !== undefined ? [`Reply by mail: ${replyTo}`] : []),
  ]
}

function writeMessage({ sender, text }: ShownMessage): string {
  const all = text
    .slice(0, MAX_TEXT_LENGTH)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const lines = all.slice(0, MAX_LINES)
  const isCut = text.length > MAX_TEXT_LENGTH || all.length > MAX_LINES
  const shown = [...lines, ...(isCut ? ['…'] : [])].map((line) => `    ${line}`)
  return [`${sender} wrote:`, ...shown].join('\n')
}

const moreOf = (left: number) => (left > 0 ? [`${count(left, 'more conversation')} in the app.`] : [])

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`

const shorten = (text: string) =>
  text.length > MAX_SUBJECT_LENGTH ? `${text.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : text
