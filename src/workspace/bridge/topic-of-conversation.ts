import { oneLine } from '../../chat/bots/incoming-webhooks/texts/plain-text.ts'
import { TOPIC_LIMIT } from '../../chat/streams/topic-name.ts'
import { fullName } from '../../telephony/identity/contact.ts'
import type { TextingContact } from '../../telephony/texting/contacts/texting-contact-store.ts'

/**
 * `Ann Lee +12025550177`, or the number of somebody unknown; of a group, all of them. Where these do not fit, the end
 * of the id keeps the topics of two groups apart: a reply must not reach the wrong people.
 */
export function newTopic(conversationId: string, recipients: readonly TextingContact[]): string {
  const names = recipients.map((contact) => topicOf(`${fullName(contact)} ${contact.number}`))
  const all = names.join(', ')
  if (all.length <= TOPIC_LIMIT) return all
  const end = `… #${conversationId.slice(-6)}`
  return `${all.slice(0, TOPIC_LIMIT - end.length)}${end}`
}

/** What somebody outside is called, as a topic: these are plain text. */
export const topicOf = (name: string) => oneLine(name.replaceAll(/\p{Cc}/gu, ' '), TOPIC_LIMIT)

/** The number that a topic is about, to start a conversation with it; undefined: none. */
export function numberInTopic(topic: string): string | undefined {
  return /\+\d[\d ()-]{5,18}\d/.exec(topic)?.[0].replaceAll(/[^+\d]/g, '')
}
