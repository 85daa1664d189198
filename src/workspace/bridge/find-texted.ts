import type { Company } from '../../telephony/identity/company.ts'
import {
  listRecipients,
  type TextingContact,
} from '../../telephony/texting/contacts/texting-contact-store.ts'
import { findPhoneNumber } from '../../telephony/texting/numbers/read-phone-number.ts'
import { findConversation } from '../../telephony/texting/texting-conversation-store.ts'
import type { Workspace } from '../workspace.ts'
import { findConversationOfTopic, type TopicPlace } from './bridged-message-store.ts'
import { numberInTopic } from './topic-of-conversation.ts'

/** Who gets what is written in a topic of a stream with a number. */
export type Texted =
  | { kind: 'conversation'; id: string; recipients: readonly TextingContact[] }
  /** the first reply starts a conversation */
  | { kind: 'number'; number: string }
  | { kind: 'nobody' }

export async function findTexted(
  { database, telephony }: Workspace,
  company: Company,
  number: string,
  place: TopicPlace,
): Promise<Texted> {
  const phones = telephony.database.read
  const id = await findConversationOfTopic(database.read, place)
  const found = id !== undefined && (await findConversation(phones, company.id, id, undefined))
  // It may have been deleted, or belong to another number that the stream had before.
  if (found && found.from_number === number) {
    return {
      kind: 'conversation',
      id: found.id,
      recipients: await listRecipients(phones, company.id, [found.id]),
    }
  }
  const named = findPhoneNumber(company, numberInTopic(place.topic) ?? '')
  return named === undefined ? { kind: 'nobody' } : { kind: 'number', number: named }
}
