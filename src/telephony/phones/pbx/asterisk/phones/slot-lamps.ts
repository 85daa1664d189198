import type { Logger } from '../../../../../platform/logging/log.ts'
import type { PbxAddress } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import { askManager } from '../ask-manager.ts'
import { HINTS } from '../asterisk-dialplan.ts'
import type { PhoneStore } from './phone-store.ts'

/** Devices of this name have the states that Switchboard gives them. */
export const SLOT_LAMP = 'Stasis:parked-'

/** The device whose state the lamps of a slot show. */
export const slotLamp = ({ number, domain }: PbxAddress) => `${SLOT_LAMP}${number}-${domain}`

export const isSlotLamp = (device: string) => device.startsWith(SLOT_LAMP)

/**
 * The slots of parking lots that phones may watch. Asterisk reads their hints at its start; those of later ones are added
 * and removed one by one, as those of phones are.
 */
export function createSlotLamps(url: string, store: PhoneStore, log: Logger) {
  async function change(address: PbxAddress, action: string, more = {}): Promise<void> {
    const { number, domain } = address
    const hint = { context: `${HINTS}${domain}`, extension: String(number), priority: 'hint' }
    const [answer = ''] = await askManager(url, [{ action, ...hint, ...more }])
    if (!answer.startsWith('Response: Success')) log.warn({ address, answer }, 'a hint was not changed')
  }

  return {
    async replaceAll(slots: readonly PbxAddress[]): Promise<void> {
      const wanted = new Map(slots.map((slot) => [formatAddress(slot), slot]))
      // Only who has parking lots needs a database that was prepared for them.
      const known = new Set(
        await store.listSlots().catch((error) => {
          if (wanted.size > 0) throw error
          return []
        }),
      )
      for (const [id, slot] of wanted) {
        if (known.has(id)) continue
        await change(slot, 'DialplanExtensionAdd', { application: slotLamp(slot), replace: 'yes' })
        await store.putSlot({ id, number: String(slot.number), domain: slot.domain })
      }
      for (const id of known) {
        const slot = parseAddress(id)
        if (wanted.has(id) || !slot) continue
        await store.removeSlot(id)
        await change(slot, 'DialplanExtensionRemove')
      }
    },
  }
}
