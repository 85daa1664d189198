import type { Logger } from '../../../../platform/log.ts'
import type { PbxEvent } from '../pbx.ts'
import { parseAddress } from '../pbx-address.ts'
import { type Ari, AriRefusal } from './ari.ts'
import type { AriChannel } from './ari-channel.ts'
import { type AriEvent, createAriEvents } from './ari-events.ts'
import { STASIS_APP } from './asterisk-dialplan.ts'
import type { EndpointsOf } from './browser-phones.ts'
import { createChannelWatch } from './channel-watch.ts'
import { createRegistrationWatch } from './registration-watch.ts'

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
    const address = parseAddress((event.endpoint as AriEndpoint | undefined)?.resource)
    if (address) registrations.touch(address)
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
    beginAnew: () => events.restart(new Error('What is known may be old')),
    start: events.start,
    async stop(): Promise<void> {
      clearTimeout(losing)
      await events.stop()
      onStop()
      await registrations.settle()
    },
  }
}

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
