import { BlockList, isIP } from 'node:net'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { Actor, Author } from '../../identity/actor.ts'
import { findApiKey } from '../../identity/authenticate-caller.ts'
import { contactKey } from '../../identity/contact.ts'
import { findContactByEmail } from '../../identity/contact-store.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { mayUse } from '../../identity/permissions.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findMailSenders } from './mail-sender-store.ts'

/**
 * Authenticates a user by address, with an API key of the company as password, which needs the scope `write`. Senders
 * of mail can be forged, so nothing less counts.
 */
export async function authenticateMailUser(
  identity: Identity,
  email: string | null | undefined,
  password: string | null | undefined,
): Promise<Author> {
  const refused = new MailRefusal(
    535,
    '5.7.8 The name must be the address of a user, the password an API key',
  )
  const key = password ? await findApiKey(identity, password) : undefined
  const company = key && (await identity.companies.get(key.company_id))
  if (!key || company?.status !== 'active') throw refused
  const contact = email ? await findContactByEmail(identity.database.read, company.id, email) : undefined
  if (!contact?.activated) throw refused
  const author: Actor = { company, contact, caller: { kind: 'key', apiKey: key } }
  if (!mayUse(author, 'write')) throw refused
  identity.keyUse.note(key)
  return author
}

export interface MailSender {
  readonly author: Author
  /** the relay whose headers must confirm the sender; undefined if the sender has authenticated */
  readonly claimed: string | undefined
}

/** The user who sends the mail: the authenticated one, or for a relay the sender in the envelope. */
export async function mailSenderOf(
  identity: Identity,
  user: Author | undefined,
  address: string,
  remoteAddress: string,
): Promise<MailSender> {
  if (user && user.contact?.email?.toLowerCase() === address.toLowerCase()) {
    return { author: user, claimed: undefined }
  }
  if (user) throw new MailRefusal(553, '5.7.1 The sender must be the user who has signed in')
  if (!isRelay(identity, remoteAddress)) {
    throw new MailRefusal(
      530,
      '5.7.0 Sign in first, after STARTTLS: your address, and an API key of your company',
    )
  }
  return { author: await findMailUser(identity, address), claimed: address }
}

/**
 * Only a proven address counts: any company can enter any address, and would get what its owner faxes. If people have
 * proven it in several companies, the one with a fax number is meant.
 */
async function findMailUser(identity: Identity, email: string): Promise<Author> {
  const known = await findMailSenders(identity.database.read, email)
  const [sender, other] = known.length > 1 ? known.filter(({ hasFax }) => hasFax) : known
  if (known.length > 0 && (!sender || other)) {
    throw new MailRefusal(550, '5.7.1 Several companies know this sender: sign in with the API key of one')
  }
  const company = sender && (await currentCompany(identity, sender.company_id))
  const contact = sender && (await identity.contacts.get(contactKey(sender.company_id, sender.id)))
  if (!company || !contact)
    throw new MailRefusal(
      550,
      '5.7.1 The sender is not a user of any company here, or has not confirmed the address',
    )
  return { company, contact, caller: null }
}

function isRelay({ config }: TelephonyPlatform, address: string): boolean {
  const relays = new BlockList()
  for (const range of config.telephony.faxMail?.relays?.addresses ?? []) {
    const [ip, bits] = range.split('/')
    const family = ip!.includes(':') ? 'ipv6' : 'ipv4'
    if (bits === undefined) relays.addAddress(ip!, family)
    else relays.addSubnet(ip!, Number(bits), family)
  }
  const plain = address.replace(/^::ffff:/, '')
  return isIP(plain) !== 0 && relays.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
