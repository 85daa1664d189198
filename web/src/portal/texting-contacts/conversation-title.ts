import type { Conversation, TextingContact } from '@switchboard/client/telephony'
import { showNumber } from '../../ui/show-number.ts'

export function contactName(contact: TextingContact): string {
  return `${contact.first_name} ${contact.last_name}`.trim() || showNumber(contact.number)
}

/** Its own name, or whom it is with. */
export function conversationTitle({ name, contactsinfo }: Conversation): string {
  return name || contactsinfo.map(contactName).join(', ')
}
