import type { Logger } from '../../../../../platform/logging/log.ts'
import type { TrunkTarget } from '../../flow/call-plan.ts'
import type { OutgoingCalls } from '../../may-call.ts'
import type { ExternalParty, PbxEvent } from '../../pbx.ts'
import { parseTrunkEndpoint } from '../../pbx-trunk.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { endChannel } from '../ari/end-channel.ts'

const CHECK_INTERVAL_MS = 15_000

/** Counts the channels to providers that we have dialled, whatever becomes of their calls: transfers keep them. */
export function createOutgoingLegs(
  ari: Ari,
  outgoing: OutgoingCalls,
  tell: (event: PbxEvent) => void,
  log: Logger,
) {
  const parties = new Map<string, ExternalParty>()
  let checking: NodeJS.Timeout | undefined

  function end(leg: string): void {
    const address = parties.get(leg)
    outgoing.release(leg)
    if (parties.delete(leg) && address) tell({ kind: 'outsideCall', call: leg, address, state: 'ended' })
  }

  /** A call that goes on after the last minute is used would cost without end. */
  async function endExhausted(): Promise<void> {
    for (const { id: leg, limit } of await outgoing.listExhausted()) {
      const address = parties.get(leg)
      if (!address) continue
      tell({ kind: 'limitReached', call: leg, address, limit })
      endChannel(ari, leg)
    }
  }

  return {
    /** Whether a number may be dialled now. An emergency number always may, and does not count. */
    async admit(leg: string, { trunk, number, emergency }: TrunkTarget): Promise<boolean> {
      if (emergency) return true
      const address = { trunk, number, name: '' }
      const limit = await outgoing.admit(leg, trunk)
      if (limit) tell({ kind: 'limitReached', call: leg, address, limit })
      else parties.set(leg, address)
      return limit === undefined
    },
    /** The channel was not created. */
    end,
    onEvent(event: AriEvent): void {
      const channel = event.channel as AriChannel | undefined
      if (event.type === 'ChannelDestroyed' && channel) end(channel.id)
      if (event.type !== 'ChannelStateChange' || channel?.state !== 'Up') return
      const address = parties.get(channel.id)
      if (address) tell({ kind: 'outsideCall', call: channel.id, address, state: 'answered' })
    },
    /** A connection has begun: some channels may have ended, and others may be those of another process. */
    async adopt(channels: readonly AriChannel[]): Promise<void> {
      const alive = new Set(channels.map(({ id }) => id))
      for (const leg of [...parties.keys()]) if (!alive.has(leg)) end(leg)
      for (const { id, dialplan, state } of channels) {
        const [, endpoint, number = ''] = /,leg,([^,/]+)\/([^,]*)$/.exec(dialplan.app_data) ?? []
        const trunk = parseTrunkEndpoint(endpoint)
        if (trunk === undefined || parties.has(id)) continue
        const address = { trunk, number, name: '' }
        parties.set(id, address)
        await outgoing.adopt(id, trunk)
        if (state === 'Up') tell({ kind: 'outsideCall', call: id, address, state: 'answered' })
      }
      checking ??= setInterval(() => {
        endExhausted().catch((error) => log.warn({ err: error }, 'the limits of calls could not be checked'))
      }, CHECK_INTERVAL_MS)
    },
    stop(): void {
      clearInterval(checking)
      checking = undefined
      for (const leg of parties.keys()) outgoing.release(leg)
      parties.clear()
    },
  }
}

export type OutgoingLegs = ReturnType<typeof createOutgoingLegs>
