import type { CallParty, PbxEvent } from '../../pbx.ts'
import { parseAddress } from '../../pbx-address.ts'
import { parseTrunkEndpoint } from '../../pbx-trunk.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import type { AloneRow } from '../phones/calls-alone-columns.ts'
import type { PhoneStore } from '../phones/phone-store.ts'

const outcomes = new Map([
  ['ANSWER', 'answered'],
  ['BUSY', 'busy'],
  ['NOANSWER', 'no_answer'],
  ['CANCEL', 'cancelled'],
] as const)

/** Reports calls that the dialplan has placed without Switchboard, once they have ended. */
export function createCallsAlone(ari: Ari, phones: PhoneStore, tell: (event: PbxEvent) => void) {
  const inProgress = new Set<string>()

  async function report(): Promise<void> {
    let rows = await phones.listAlone()
    const hasEnded = (id: string) => rows.some((row) => row.call_id === id && row.kind === 'ended')
    const began = rows.filter(({ kind }) => kind === 'began')
    if (began.length === 0) return
    const channels = await ari.call<AriChannel[]>('GET', 'channels')
    const alive = new Set(channels.map(({ id }) => id))
    // The end of a call is written before its channel goes. Without it, Asterisk has died.
    if (began.some(({ call_id: id }) => !alive.has(id) && !hasEnded(id))) rows = await phones.listAlone()
    for (const row of began) {
      const end = rows.find(({ call_id: id, kind }) => id === row.call_id && kind === 'ended')
      if (end || !alive.has(row.call_id)) await reportOne(row, end)
      else inProgress.add(row.call_id)
    }
  }

  async function reportOne(row: AloneRow, end: AloneRow | undefined): Promise<void> {
    // A browser calls as its extension.
    const address = parseAddress(row.caller.replace(/~[^@]*/, ''))
    const remove = () => phones.removeAlone(row.call_id)
    if (!address) return remove()
    const status = end?.status ?? row.status
    const endedAt = end ? Number(end.epoch) * 1000 : undefined
    const outcome = outcomes.get(status as 'ANSWER') ?? 'unavailable'
    tell({
      kind: 'callPlacedAlone',
      call: row.call_id,
      address,
      dialled: row.dialled,
      called: status === 'UNKNOWN' ? undefined : calleeOf(end ?? row),
      outcome,
      result: status === 'UNKNOWN' ? 'unknown_number' : end ? outcome : 'failed',
      beganAt: Number(row.epoch) * 1000,
      answeredAt: endedAt && outcome === 'answered' ? endedAt - Number(end!.talked) * 1000 : undefined,
      endedAt,
      remove,
    })
  }

  return {
    report,
    /** Resolves when calls that have ended with this event are reported. */
    async onEvent({ type, channel }: AriEvent): Promise<void> {
      if (type === 'ChannelDestroyed' && inProgress.delete((channel as AriChannel).id)) await report()
    },
  }
}

/** An emergency call goes to a trunk: the last one that was tried. */
function calleeOf({ callee, dialled }: AloneRow): CallParty | undefined {
  const trunk = parseTrunkEndpoint(callee)
  return trunk === undefined ? parseAddress(callee) : { trunk, number: dialled, name: '' }
}
