import { timingSafeEqual } from 'node:crypto'
import type { TelephonyDb, TelephonyPlatform } from '../../../telephony-platform.ts'
import type { MessageReference } from '../../calls/call-plan.ts'
import { openSecrets } from '../../extension-data/extension-secrets.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'
import { formatAddress } from '../../pbx/pbx-address.ts'
import { listNewVoicemail } from '../voicemail-store.ts'
import { findMailbox } from './find-mailbox.ts'
import { createWrongPins } from './wrong-pins.ts'

/** What somebody listens to in one call. */
const MOST_MESSAGES = 100

/** Opens mailboxes for callers. After too many wrong PINs, the right one is refused, too, for a while. */
export function createMailboxes({
  read,
  secrets,
  clock,
}: Pick<TelephonyPlatform, 'secrets' | 'clock'> & { read: TelephonyDb }) {
  const wrongPins = createWrongPins(clock)
  return {
    /** The new messages of the extension's present user, oldest first; undefined if the PIN is wrong. */
    async open(
      address: PbxAddress,
      pin: string | undefined,
    ): Promise<readonly MessageReference[] | undefined> {
      const mailbox = await findMailbox(read, address)
      if (!mailbox) return undefined
      const name = formatAddress(address)
      if (pin !== undefined) {
        const { voicemail_vmpwd: right } = openSecrets(secrets, mailbox.secrets_sealed)
        if (wrongPins.isBlocked(name) || !isEqual(pin, right)) {
          wrongPins.count(name)
          return undefined
        }
      }
      const ids = await listNewVoicemail(read, mailbox, MOST_MESSAGES)
      return ids.map((messageId) => ({ companyId: mailbox.company_id, messageId }))
    },
  }
}

function isEqual(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => Buffer.from(text)) as [Buffer, Buffer]
  return one.length === other.length && timingSafeEqual(one, other)
}
