import { fullName } from '../../telephony/identity/contact.ts'
import type { TextingContact } from '../../telephony/texting/contacts/texting-contact-store.ts'

const LONGEST_TOPIC = 60

/** `Ann Lee +12025550177`, or the number of somebody unknown; of a group, all of them. */
export function newTopic(recipients: readonly TextingContact[]): string {
  const names = recipients.map((contact) => `${fullName(contact)} ${contact.number}`.trim())
  const all = names.join(', ')
  return all.length > LONGEST_TOPIC ? `${all.slice(0, LONGEST_TOPIC - 1)}…` : all
}

/** The number that a topic is about, to start a conversation with it; undefined: none. */
export function numberInTopic(topic: string): string | undefined {
  return /\+\d[\d ()-]{5,18}\d/.exec(topic)?.[0].replaceAll(/[^+\d]/g, '')
}
