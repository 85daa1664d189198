import type { Logger } from '../../../../../platform/logging/log.ts'
import type { Ari } from '../ari/ari.ts'
import type { PhoneStore } from './phone-store.ts'

/**
 * Older releases crash, with all calls, if a phone sends a REFER with `Refer-Sub: false` while Switchboard handles the
 * transfers of its channel. By major version, the first minor version with the fix. Later major versions have it;
 * others, and names that are no version, count as affected.
 */
const firstFixedMinor: Readonly<Record<number, number>> = { 20: 21, 22: 11, 23: 5 }
const FIRST_FIXED_MAJOR = 24
const FIXED_RELEASES = '20.21, 22.11, 23.5'

export function survivesTransfers(version: string): boolean {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})\b/.exec(version) ?? []
  if (major === undefined) return false
  return Number(major) >= FIRST_FIXED_MAJOR || Number(minor) >= (firstFixedMinor[Number(major)] ?? Infinity)
}

export interface TransferSupportUse {
  readonly ari: Ari
  readonly phones: PhoneStore
  readonly log: Logger
  /** The operator says that this Asterisk has the fix, whatever its version. */
  readonly isForced: boolean
}

export type TransferSupport = ReturnType<typeof createTransferSupport>

/** Whether the phones of an Asterisk can transfer calls. Where they cannot, Asterisk refuses their requests. */
export function createTransferSupport({ ari, phones, log, isForced }: TransferSupportUse) {
  let isEnabled = false

  async function findProblem(): Promise<string | undefined> {
    const { system } = await ari.call<{ system: { version: string } }>('GET', 'asterisk/info', {
      only: 'system',
    })
    if (isForced || survivesTransfers(system.version)) return undefined
    return `Phones cannot transfer calls, because a transfer can crash Asterisk ${system.version}. Upgrade Asterisk to ${FIXED_RELEASES} or newer.`
  }

  return {
    /** Undefined if phones can transfer calls. */
    findProblem,
    /** A connection has begun, perhaps to another version than before. */
    async begin(): Promise<void> {
      isEnabled = false
      const problem = await findProblem()
      if (problem) log.warn(problem)
      try {
        await phones.allowTransfers(!problem)
        isEnabled = !problem
      } catch (error) {
        log.error(
          { err: error },
          'phones cannot transfer calls; write the configuration of Asterisk again with "switchboard asterisk"',
        )
      }
    },
    /** Lets Switchboard handle the transfers of a channel, if they can be handled. */
    async enable(channel: string): Promise<void> {
      if (!isEnabled) return
      const parameters = { variable: 'PJSIP_TRANSFER_HANDLING()', value: 'ari-only' }
      await ari.call('POST', `channels/${channel}/variable`, parameters)
    },
  }
}
