import type { CallStatus, PbxAddress } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import { type AriChannel, addressOfChannel } from './ari-channel.ts'
import { createCallStatuses } from './call-statuses.ts'

interface Watched {
  readonly address: PbxAddress
  readonly state: string
  readonly isHeld: boolean
}

/** Derives the status of an address from its channels. */
export function createChannelWatch(report: (address: PbxAddress, status: CallStatus) => void) {
  const channels = new Map<string, Watched>()
  const statuses = createCallStatuses(
    (name) =>
      [...channels.values()].filter(({ address }) => formatAddress(address) === name).map(statusOfOne),
    report,
  )

  function keep(channel: AriChannel, isHeld?: boolean): PbxAddress | undefined {
    const address = addressOfChannel(channel)
    if (!address) return undefined
    const former = channels.get(channel.id)
    channels.set(channel.id, { address, state: channel.state, isHeld: isHeld ?? former?.isHeld ?? false })
    return address
  }

  return {
    change(channel: AriChannel, isHeld?: boolean): void {
      const address = keep(channel, isHeld)
      if (address) statuses.update(address)
    },
    remove({ id }: AriChannel): void {
      const former = channels.get(id)
      channels.delete(id)
      if (former) statuses.update(former.address)
    },
    /** Replaces all channels. Other addresses of `everybody` are idle. */
    replaceAll(now: readonly AriChannel[], everybody: readonly PbxAddress[]): void {
      const held = new Set([...channels].flatMap(([id, { isHeld }]) => (isHeld ? [id] : [])))
      const before = [...channels.values()].map(({ address }) => address)
      channels.clear()
      for (const channel of now) keep(channel, held.has(channel.id))
      for (const address of before) statuses.update(address)
      for (const { address } of channels.values()) statuses.update(address)
      statuses.reportIdle(everybody)
    },
  }
}

function statusOfOne({ state, isHeld }: Watched): CallStatus {
  if (state === 'Up') return isHeld ? 'on_hold' : 'in_call'
  return state === 'Ring' || state === 'Ringing' ? 'ringing' : 'idle'
}
