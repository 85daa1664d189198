import { receiveFax } from '../fax/receiving/receive-fax.ts'
import { ProgramMissing } from '../files/documents/run-program.ts'
import type { Telephony } from '../telephony.ts'
import { knowTextingContact } from '../texting/contacts/add-texting-contact.ts'
import { createTextingContact } from '../texting/contacts/create-texting-contact.ts'
import { createOrGetConversation } from '../texting/conversations/add-conversation.ts'
import { receiveText } from '../texting/delivery/receive-text.ts'
import { addTextingMessage } from '../texting/messages/add-texting-message.ts'
import { textingAudience } from '../texting/numbers/texting-audience.ts'
import type { DemoCompanies } from './create-demo-companies.ts'
import { demoFaxPages } from './demo-fax-pages.ts'
import { fillDemoCalls } from './fill-demo-calls.ts'

interface DemoText {
  /** hours before now */
  ago: number
  from: string
  to: string
  text: string
}

const ADA = '+12025550101'
const HANK = '+12025550199'
const MARIA = '+12025550143'
const TOM = '+12025550177'

const HOUR_MS = 3_600_000
const FAX_HOURS_AGO = 4.5

const texts: readonly DemoText[] = [
  { ago: 98, from: HANK, to: ADA, text: 'Hi, does order 4711 ship this month?' },
  { ago: 97, from: ADA, to: HANK, text: 'Hello Hank! The anvils are packed. The magnet comes on Friday.' },
  { ago: 96.8, from: HANK, to: ADA, text: 'Great. I will confirm the order by fax.' },
  { ago: 50, from: MARIA, to: ADA, text: 'Hello, are you open on Saturday?' },
  { ago: 49.5, from: ADA, to: MARIA, text: 'Yes, from 9 to 1. See you then!' },
  { ago: 3, from: MARIA, to: ADA, text: 'Thank you! Could you keep two of the small anvils for me?' },
  { ago: 1, from: TOM, to: ADA, text: 'My delivery is here, everything is fine. Thanks for the quick help!' },
]

/** Days of texts, calls, voicemail and a fax for the demo companies. Nothing is sent: they are stored as they would have arrived. */
export async function fillDemoCompanies(
  telephony: Telephony,
  { acme, globex }: DemoCompanies,
): Promise<void> {
  await createTextingContact(telephony, acme.actor, {
    number: MARIA,
    first_name: 'Maria',
    last_name: 'Lopez',
  })
  await createTextingContact(telephony, acme.actor, { number: TOM, first_name: 'Tom', last_name: 'Baker' })
  await createTextingContact(telephony, acme.actor, {
    number: HANK,
    first_name: 'Hank',
    last_name: 'Scorpio',
  })
  const now = telephony.clock.now()
  const earlier = (hours: number): Telephony => ({
    ...telephony,
    clock: { now: () => now - hours * HOUR_MS },
  })
  for (const [index, { ago, ...text }] of texts.entries()) {
    const then = earlier(ago)
    const sender = text.from === ADA ? acme : text.from === HANK ? globex : undefined
    if (sender) await storeSentText(then, sender, text)
    await receiveText(then, { kind: 'text', carrierId: `demo-${index}`, ...text })
  }
  await fillDemoCalls(telephony, acme)
  await receiveFax(earlier(FAX_HOURS_AGO), {
    kind: 'received',
    lineId: 'demo-fax',
    from: '+12025550112',
    fromName: 'Globex',
    to: '+12025550111',
    tiff: demoFaxPages,
    isComplete: true,
  }).catch((error: unknown) => {
    // The demo also starts on machines without the programs for faxes.
    if (!(error instanceof ProgramMissing)) throw error
  })
}

/** The sender's copy of a text that was delivered. */
async function storeSentText(
  telephony: Telephony,
  { actor }: DemoCompanies['globex'],
  { from, to, text }: Omit<DemoText, 'ago'>,
): Promise<void> {
  const { company, contact } = actor
  await telephony.transact(company.id, async (tx) => {
    const recipient = await knowTextingContact(telephony, tx, actor, to)
    const conversation = await createOrGetConversation(telephony, tx, actor, {
      fromNumber: from,
      type: 'direct',
      name: '',
      contacts: [recipient],
    })
    const audience = await textingAudience(tx.db, company, from)
    await addTextingMessage(telephony, tx, company, conversation, audience, {
      direction: 'outbound',
      frm: from,
      recipient: to,
      text,
      files: [],
      status: 'delivered',
      error_code: null,
      error_message: null,
      user_id: contact.id,
      timezone: contact.profile.timezone,
    })
  })
}
