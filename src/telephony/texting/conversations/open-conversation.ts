import { type Static, Type } from '@sinclair/typebox'
import { collectFaults } from '../../http/collect-faults.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { knowTextingContact } from '../contacts/add-texting-contact.ts'
import type { TextingContact } from '../contacts/texting-contact-store.ts'
import { findPhoneNumber, readPhoneNumber } from '../numbers/read-phone-number.ts'
import { findTextingNumber } from '../numbers/texting-number-store.ts'
import { createOrGetConversation } from './add-conversation.ts'
import { showConversation } from './show-conversations.ts'
import {
  type ConversationType,
  ConversationTypeSchema,
  type ConversationView,
} from './texting-conversation-events.ts'

const phoneNumber = (description: string) => Type.String({ minLength: 1, maxLength: 40, description })

export const NewConversation = Type.Object(
  {
    recipients: Type.Array(
      Type.Object({ number: phoneNumber('Of the recipient.') }, { additionalProperties: false }),
      { minItems: 1, maxItems: 50 },
    ),
    from_number: phoneNumber('A number of the company that the user may text from.'),
    conversation_type: Type.Optional(ConversationTypeSchema),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
)

type Input = Static<typeof NewConversation>

/** The conversation of these people from this number, existing or new. */
export async function openConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  input: Input,
): Promise<ConversationView> {
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const [fromNumber, numbers] = await collectFaults(
      () => readSender(tx.db, actor, input.from_number),
      () => readRecipients(actor, input),
    )
    const type = readType(input, numbers.length)
    const contacts: TextingContact[] = []
    for (const number of numbers) contacts.push(await knowTextingContact(platform, tx, actor, number))
    const name = input.name?.trim() ?? ''
    const conversation = await createOrGetConversation(platform, tx, actor, {
      fromNumber,
      type,
      name,
      contacts,
    })
    return showConversation(tx.db, company, conversation, viewerOf(actor, 'read texts'))
  })
}

/** The same error for both, which does not reveal numbers of others. */
async function readSender(db: TelephonyDb, actor: Actor, text: string): Promise<string> {
  const number = readPhoneNumber(actor.company, text, '/from_number')
  const found = await findTextingNumber(db, actor.company.id, number)
  const viewer = viewerOf(actor, 'send, mark and delete texts')
  if (!found || (viewer !== undefined && !found.users.includes(viewer))) {
    throw invalidField('/from_number', 'is not a number that you may text from')
  }
  return number
}

/** Without duplicates. */
async function readRecipients(
  { company }: Actor,
  { recipients, from_number: from }: Input,
): Promise<string[]> {
  const fromNumber = findPhoneNumber(company, from)
  const numbers = await collectFaults<string[]>(
    ...recipients.map(({ number }, index) => () => {
      const read = readPhoneNumber(company, number, `/recipients/${index}/number`)
      if (read === fromNumber) {
        throw invalidField(`/recipients/${index}/number`, 'must not be the number to text from')
      }
      return read
    }),
  )
  return [...new Set(numbers)]
}

function readType({ conversation_type: type }: Input, people: number): ConversationType {
  if (type === 'direct' && people > 1) {
    throw invalidField('/recipients', 'must have one entry when the conversation is direct')
  }
  if (type === 'group' && people < 2) {
    throw invalidField('/recipients', 'must have at least 2 different entries when it is a group')
  }
  return type ?? (people > 1 ? 'group' : 'direct')
}
