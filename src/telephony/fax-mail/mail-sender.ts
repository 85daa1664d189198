import { BlockList } from 'node:net'
import { currentCompany } from '../company/current-company.ts'
import { contactKey } from '../contacts/contact.ts'
import { findContactByEmail } from '../contacts/contact-store.ts'
import type { Author } from '../http/actor.ts'
import { findApiKey } from '../http/authenticate-caller.ts'
import type { Telephony } from '../telephony.ts'
import { MailRefusal } from './mail-refusal.ts'
import { findMailSenders } from './mail-sender-store.ts'

/**
 * Who has proved to be who: the name is the user's address, the password an API key of the company that may
 * write. Anybody can put any sender on a mail, so nothing less counts from other machines.
 */
export async function authenticateMailUser(
  telephony: Telephony,
  email: string | null | undefined,
  password: string | null | undefined,
): Promise<Author> {
  const refused = new MailRefusal(
    535,
    '5.7.8 The name must be the address of a user, the password an API key',
  )
  const key = password ? await findApiKey(telephony, password) : undefined
  const company = key && (await telephony.companies.get(key.company_id))
  if (!key?.scopes.includes('write') || company?.status !== 'active') throw refused
  const contact = email ? await findContactByEmail(telephony.database.read, company.id, email) : undefined
  if (!contact?.activated) throw refused
  telephony.keyUse.note(key)
  return { company, contact, caller: { kind: 'key', apiKey: key } }
}

/** Whose mail it is: of the user who has authenticated, or on this machine of whom it says. */
export async function mailSenderOf(
  telephony: Telephony,
  user: Author | undefined,
  address: string,
  remoteAddress: string,
): Promise<Author> {
  if (user && user.contact?.email?.toLowerCase() === address.toLowerCase()) return user
  if (user) throw new MailRefusal(553, '5.7.1 The sender must be the user who has authenticated')
  if (!isThisMachine(remoteAddress)) {
    throw new MailRefusal(530, '5.7.0 Authenticate first: your address, and an API key of your company')
  }
  return findMailUser(telephony, address)
}

/** Programs on this machine are believed. One address in several companies: the one that has a fax number. */
async function findMailUser(telephony: Telephony, email: string): Promise<Author> {
  const known = await findMailSenders(telephony.database.read, email)
  const [sender, other] = known.length > 1 ? known.filter(({ hasFax }) => hasFax) : known
  if (known.length > 0 && (!sender || other)) {
    throw new MailRefusal(
      550,
      '5.7.1 Several companies know this sender: authenticate with the API key of one',
    )
  }
  const company = sender && (await currentCompany(telephony, sender.company_id))
  const contact = sender && (await telephony.contacts.get(contactKey(sender.company_id, sender.id)))
  if (!company || !contact) throw new MailRefusal(550, '5.7.1 The sender is not a user of any company here')
  return { company, contact, caller: null }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isThisMachine(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
