import type { CallStatus, PbxAddress } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import { type AriChannel, addressOfChannel } from './ari-channel.ts'

/** The status of an address with several channels is the first of these that one of them has. */
const precedence: readonly CallStatus[] = ['in_call', 'on_hold', 'ringing']

interface Watched {
  readonly address: PbxAddress
  readonly state: string
  readonly isHeld: boolean
}

/** Derives the status of an address from its channels. */
export function createChannelWatch(tell: (address: PbxAddress, status: CallStatus) => void) {
  const channels = new Map<string, Watched>()
  const told = new Map<string, CallStatus>()

  function look(address: PbxAddress): void {
    const name = formatAddress(address)
    const status = statusOf(name)
    if ((told.get(name) ?? 'idle') === status) return
    if (status === 'idle') told.delete(name)
    else told.set(name, status)
    tell(address, status)
  }

  function statusOf(name: string): CallStatus {
    const own = [...channels.values()]
      .filter(({ address }) => formatAddress(address) === name)
      .map(statusOfOne)
    return precedence.find((status) => own.includes(status)) ?? 'idle'
  }

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
      if (address) look(address)
    },
    remove({ id }: AriChannel): void {
      const former = channels.get(id)
      channels.delete(id)
      if (former) look(former.address)
    },
    /** Replaces all channels. Other addresses of `everybody` are idle. */
    replaceAll(now: readonly AriChannel[], everybody: readonly PbxAddress[]): void {
      const held = new Set([...channels].flatMap(([id, { isHeld }]) => (isHeld ? [id] : [])))
      const before = [...channels.values()].map(({ address }) => address)
      channels.clear()
      for (const channel of now) keep(channel, held.has(channel.id))
      for (const address of before) look(address)
      for (const { address } of channels.values()) look(address)
      for (const address of everybody) if (!told.has(formatAddress(address))) tell(address, 'idle')
    },
  }
}

function statusOfOne({ state, isHeld }: Watched): CallStatus {
  if (state === 'Up') return isHeld ? 'on_hold' : 'in_call'
  return state === 'Ring' || state === 'Ringing' ? 'ringing' : 'idle'
}
