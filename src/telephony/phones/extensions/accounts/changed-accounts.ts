import { announceChanged } from '../../../company/audit/record-change.ts'
import type { TelephonyEvent } from '../../../telephony-event-map.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../../telephony-platform.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'

/** A PBX sends no events about our own changes, so the server that listens to it is notified. */
export function announceAccounts(
  { isAlone }: TelephonyPlatform,
  tx: TelephonyTransaction,
  accounts: readonly PbxAddress[],
): void {
  if (isAlone) return
  for (const { domain, number } of accounts) announceChanged(tx, 'pbx_account', `${number}@${domain}`)
}

/** undefined if the event is about something else */
export function readChangedAccount({ payload }: TelephonyEvent<'changed'>): PbxAddress | undefined {
  const { kind, id } = payload
  if (kind !== 'pbx_account') return undefined
  const at = id.indexOf('@')
  return { number: Number(id.slice(0, at)), domain: id.slice(at + 1) }
}
