import type { Logger } from '../../../../platform/logging/log.ts'
import type { CallStatus, PbxAddress, PbxEvent, SubscriberState } from '../pbx.ts'
import { formatAddress, parseAddress } from '../pbx-address.ts'
import { type Ari, AriRefusal } from './ari/ari.ts'
import { type AriChannel, addressOfChannel } from './ari/ari-channel.ts'
import { type AriEvent, createAriEvents } from './ari/ari-events.ts'
import { STASIS_APP } from './asterisk-dialplan.ts'
import type { EndpointsOf } from './phones/browser-phones.ts'

/** The status of an address with several calls is the first of these that one of them has. */
const precedence: readonly CallStatus[] = ['in_call', 'on_hold', 'ringing']

/** When Asterisk is gone for longer than this, its phones and calls are, too. */
const LOST_MS = 5000

export interface AsteriskWatchUse {
  readonly ari: Ari
  readonly log: Logger
  readonly endpointsOf: EndpointsOf
  tell(event: PbxEvent): void
  /** A connection has begun; events follow. */
  onBegin(channels: readonly AriChannel[]): Promise<void>
  onEvent(event: AriEvent): void
  onStop(): void
}

export type AsteriskWatch = ReturnType<typeof createAsteriskWatch>

interface AriEndpoint {
  readonly technology: string
  readonly resource: string
  readonly state: string
}

interface AriContact {
  readonly uri?: string
  readonly contact_status?: string
}

/** Watches an Asterisk from start to stop. */
export function createAsteriskWatch(use: AsteriskWatchUse) {
  const { ari, log, tell, onBegin, onEvent, onStop } = use
  let isFirst = true
  let isLost = false
  let losing: NodeJS.Timeout | undefined

  const channels = createChannelWatch((address, status) => tell({ kind: 'call', address, status }))
  const registrations = createRegistrationWatch({
    async isRegistered(address) {
      const endpoints = await use.endpointsOf(address)
      return (await Promise.all(endpoints.map((endpoint) => isOnline(ari, endpoint)))).includes(true)
    },
    tell: (address, state) => tell({ kind: 'registration', address, state }),
    onDoubt: (error) => events.restart(error),
  })

  const events = createAriEvents(
    ari,
    STASIS_APP,
    {
      async onBegin() {
        const endpoints = await ari.call<AriEndpoint[]>('GET', 'endpoints')
        const running = await ari.call<AriChannel[]>('GET', 'channels')
        clearTimeout(losing)
        losing = undefined
        // At first we do not know what previous processes have reported.
        const everybody = isFirst ? addressesOf(endpoints) : []
        isFirst = false
        registrations.replaceAll(addressesOf(endpoints.filter(({ state }) => state === 'online')), everybody)
        channels.replaceAll(running, everybody)
        isLost = false
        await onBegin(running)
      },
      onEvent(event) {
        noteRegistration(event)
        noteChannel(event)
        onEvent(event)
      },
      onLost() {
        isLost = true
        losing ??= setTimeout(() => {
          registrations.replaceAll([], [])
          channels.replaceAll([], [])
        }, LOST_MS)
      },
    },
    log,
  )

  function noteRegistration(event: AriEvent): void {
    if (!['ContactStatusChange', 'EndpointStateChange', 'PeerStatusChange'].includes(event.type)) return
    const { resource = '' } = (event.endpoint as AriEndpoint | undefined) ?? {}
    const address = parseAddress(resource)
    if (!address) return
    registrations.touch(address)
    const { uri = '', contact_status: status } = (event.contact_info as AriContact | undefined) ?? {}
    const host = hostOf(uri)
    const isGone = status === 'Removed' || status === 'Unreachable'
    if (host && !resource.includes('~')) tell({ kind: 'contact', address, host, isGone })
  }

  function noteChannel(event: AriEvent): void {
    const channel = event.channel as AriChannel | undefined
    if (!channel) return
    if (event.type === 'ChannelDestroyed') channels.remove(channel)
    else if (event.type === 'ChannelHold') channels.change(channel, true)
    else if (event.type === 'ChannelUnhold') channels.change(channel, false)
    else if (event.type === 'ChannelCreated' || event.type === 'ChannelStateChange') channels.change(channel)
  }

  return {
    /** Asterisk is known to be down. */
    isLost: () => isLost,
    /** The address was changed. */
    touch: registrations.touch,
    /** Reads everything again. */
    restart: () => events.restart(new Error('The known state may be stale')),
    start: events.start,
    async stop(): Promise<void> {
      clearTimeout(losing)
      await events.stop()
      onStop()
      await registrations.settle()
    },
  }
}

/** The host of a contact: `192.0.2.7` of `sip:1001@192.0.2.7:5062;ob`. */
const hostOf = (uri: string) => /^sips?:(?:[^@]*@)?(\[[^\]]+\]|[^:;>?]+)/i.exec(uri)?.[1]

/** A phone that no longer answers Asterisk's queries is offline, even before its registration expires. */
async function isOnline(ari: Ari, endpoint: string): Promise<boolean> {
  try {
    const path = `endpoints/PJSIP/${encodeURIComponent(endpoint)}`
    return (await ari.call<AriEndpoint>('GET', path)).state === 'online'
  } catch (error) {
    if (error instanceof AriRefusal && error.status === 404) return false
    throw error
  }
}

const addressesOf = (endpoints: readonly AriEndpoint[]) =>
  endpoints.flatMap((one) => (one.technology === 'PJSIP' && parseAddress(one.resource)) || [])

interface Watched {
  readonly address: PbxAddress
  readonly state: string
  readonly isHeld: boolean
}

/** Derives the status of an address from its channels. */
function createChannelWatch(report: (address: PbxAddress, status: CallStatus) => void) {
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

/** Reports the status of an address when it changes. `statusesAt` returns the statuses of its calls, by its name. */
function createCallStatuses(
  statusesAt: (name: string) => readonly CallStatus[],
  report: (address: PbxAddress, status: CallStatus) => void,
) {
  const reported = new Map<string, CallStatus>()
  return {
    update(address: PbxAddress): void {
      const name = formatAddress(address)
      const own = statusesAt(name)
      const status = precedence.find((one) => own.includes(one)) ?? 'idle'
      if ((reported.get(name) ?? 'idle') === status) return
      if (status === 'idle') reported.delete(name)
      else reported.set(name, status)
      report(address, status)
    },
    /** Reports all of these that have no call, whatever was reported before. */
    reportIdle(addresses: readonly PbxAddress[]): void {
      for (const address of addresses) if (!reported.has(formatAddress(address))) report(address, 'idle')
    },
  }
}

interface RegistrationWatchUse {
  isRegistered(address: PbxAddress): Promise<boolean>
  tell(address: PbxAddress, state: SubscriberState): void
  /** A query failed, so that reported states may be wrong. */
  onDoubt(error: Error): void
}

/**
 * An event only says that an address has changed. Its state is then queried: an event can be older than our own last
 * change, the response cannot.
 */
function createRegistrationWatch(use: RegistrationWatchUse) {
  const registered = new Map<string, PbxAddress>()
  const toAsk = new Map<string, PbxAddress>()
  let asking: Promise<void> | undefined
  let replacements = 0

  function learn(address: PbxAddress, isRegistered: boolean): void {
    const name = formatAddress(address)
    if (registered.has(name) === isRegistered) return
    if (isRegistered) registered.set(name, address)
    else registered.delete(name)
    use.tell(address, isRegistered ? 'AUTHENTICATED' : 'UNAUTHENTICATED')
  }

  async function askAll(): Promise<void> {
    for (const [name, address] of toAsk) {
      // Removed first: if it changes during the query, it is queried again.
      toAsk.delete(name)
      try {
        const before = replacements
        const isRegistered = await use.isRegistered(address)
        if (before === replacements) learn(address, isRegistered)
        else toAsk.set(name, address)
      } catch (error) {
        toAsk.clear()
        use.onDoubt(error as Error)
      }
    }
    asking = undefined
  }

  return {
    touch(address: PbxAddress): void {
      toAsk.set(formatAddress(address), address)
      asking ??= askAll()
    },
    /** The state of all addresses, reported even if unchanged, since an event may have been missed. */
    replaceAll(now: readonly PbxAddress[], everybody: readonly PbxAddress[]): void {
      replacements += 1
      const names = new Set(now.map(formatAddress))
      const gone = [...registered.values(), ...everybody].filter((one) => !names.has(formatAddress(one)))
      registered.clear()
      for (const address of new Map(gone.map((one) => [formatAddress(one), one])).values()) {
        use.tell(address, 'UNAUTHENTICATED')
      }
      for (const address of now) learn(address, true)
    },
    /** Resolves when no query is in flight. */
    async settle(): Promise<void> {
      toAsk.clear()
      await asking
    },
  }
}
