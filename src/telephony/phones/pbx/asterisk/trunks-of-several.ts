import type { Logger } from '../../../../platform/log.ts'
import type { PbxTrunks } from '../pbx-trunk.ts'

/**
 * Calls go out over a trunk from each Asterisk, and come in at the first: a provider takes one registration, and calls
 * one address.
 */
export function trunksOfSeveral(members: readonly { trunks: PbxTrunks }[], log: Logger): PbxTrunks {
  return {
    async replaceAll(trunks) {
      const outbound = trunks.map((trunk) => ({ ...trunk, kind: 'outbound' as const, addresses: [] }))
      const [first, ...others] = members.map((member, index) =>
        member.trunks.replaceAll(index === 0 ? trunks : outbound),
      )
      for (const other of others) {
        other.catch((error) => log.warn({ err: error }, 'an Asterisk did not take the trunks; trying again'))
      }
      await first
    },
  }
}
