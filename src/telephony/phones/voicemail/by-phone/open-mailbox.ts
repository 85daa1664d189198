import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../../platform/clock.ts'
import { contactsTable } from '../../../identity/contact.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import { timeZoneOf } from '../../devices/provisioning/phone-language.ts'
import { openSecrets } from '../../extension-data/extension-secrets.ts'
import type { Extension } from '../../extensions/extension.ts'
import type { MailboxOpening } from '../../pbx/flow/call-plan.ts'
import type { MessageReference } from '../../pbx/flow/call-sound.ts'
import { formatAddress } from '../../pbx/pbx-address.ts'
import { mayRegister } from '../../pbx/registrable-phones.ts'
import { countryOfCompany } from '../../trunks/country-of.ts'
import { listNewVoicemail } from '../voicemail-store.ts'
import { findMailbox } from './find-mailbox.ts'
import { envelopeOf } from './message-envelope.ts'

const MAX_FAILURES = 10
const MAX_COUNTED = 10_000

/** Counts wrong PINs per mailbox. Ten within this time block it, until the first of them is older. */
export function createWrongPins(clock: Clock, withinMs: number) {
  /** the least recent first */
  const times = new Map<string, readonly number[]>()
  const recentOf = (mailbox: string) =>
    (times.get(mailbox) ?? []).filter((time) => time > clock.now() - withinMs)
  return {
    isBlocked: (mailbox: string) => recentOf(mailbox).length >= MAX_FAILURES,
    count(mailbox: string): void {
      const recent = [...recentOf(mailbox), clock.now()].slice(-MAX_FAILURES)
      times.delete(mailbox)
      times.set(mailbox, recent)
      if (times.size > MAX_COUNTED) times.delete(times.keys().next().value!)
    },
  }
}

/** How long wrong PINs count: with ten guesses a day, four digits from outside would take years. */
const AT_PHONE_MS = 15 * 60_000
const AWAY_MS = 24 * 3_600_000
/** What somebody listens to in one call. */
const MAX_MESSAGES = 100

/** Opens mailboxes for callers, but not those of disabled users. After too many wrong PINs, the right one is refused, too, for a while. */
export function createMailboxes({
  read,
  secrets,
  clock,
}: Pick<TelephonyPlatform, 'secrets' | 'clock'> & { read: TelephonyDb }) {
  // Strangers who try PINs must not lock the owner out at the own phone.
  const atPhone = createWrongPins(clock, AT_PHONE_MS)
  const away = createWrongPins(clock, AWAY_MS)
  return {
    /** The new messages of the extension's present user, oldest first; undefined if the PIN is wrong. */
    async open({
      mailbox: address,
      pin,
      isAway,
    }: MailboxOpening): Promise<readonly MessageReference[] | undefined> {
      const mailbox = await findMailbox(read, address)
      const user = mailbox && (await findUser(read, mailbox))
      if (!mailbox || !mayRegister(user)) return undefined
      const name = formatAddress(address)
      const wrongPins = isAway ? away : atPhone
      if (pin !== undefined) {
        const { voicemail_vmpwd: right } = openSecrets(secrets, mailbox.secrets_sealed)
        if (wrongPins.isBlocked(name) || !isEqual(pin, right)) {
          wrongPins.count(name)
          return undefined
        }
      }
      const messages = await listNewVoicemail(read, mailbox, MAX_MESSAGES)
      const timeZone = user?.profile.timezone || timeZoneOf(await countryOfCompany(read, mailbox.company_id))
      return messages.map((message) => ({
        companyId: mailbox.company_id,
        messageId: message.id,
        envelope: envelopeOf(message, timeZone, clock.now()),
      }))
    },
  }
}

const findUser = async (read: TelephonyDb, { company_id: companyId, user_id: userId }: Extension) =>
  userId === null ? undefined : contactsTable.find(read, { company_id: companyId, id: userId })

function isEqual(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => Buffer.from(text)) as [Buffer, Buffer]
  return one.length === other.length && timingSafeEqual(one, other)
}
