import type { Logger } from '../../../../platform/log.ts'
import type { Binding, PbxAddress, PbxEvent } from '../pbx.ts'
import { parseAddress } from '../pbx-address.ts'
import { createRegistrationWatch } from '../registration-watch.ts'
import { createCallWatch } from './call-watch.ts'
import { createEventStream } from './event-stream.ts'
import type { KamailioRpc } from './kamailio-rpc.ts'
import { readCall, readCalls, readRegistered } from './read-kamailio-answers.ts'
import type { SubscriberStore } from './subscriber-store.ts'

export interface KamailioWatchUse {
  readonly eventsAddress: string
  readonly rpc: KamailioRpc
  readonly subscribers: SubscriberStore
  readonly log: Logger
  bindingsOf(address: PbxAddress): Promise<readonly Binding[]>
  tell(event: PbxEvent): void
}

export type KamailioWatch = ReturnType<typeof createKamailioWatch>

/** Watches a Kamailio from start to stop. */
export function createKamailioWatch(use: KamailioWatchUse) {
  const { eventsAddress, rpc, subscribers, bindingsOf, log, tell } = use
  let isFirst = true

  const calls = createCallWatch((address, status) => tell({ kind: 'call', address, status }))
  const registrations = createRegistrationWatch({
    isRegistered: async (address) => (await bindingsOf(address)).length > 0,
    tell: (address, state) => tell({ kind: 'registration', address, state }),
    onDoubt: (error) => stream.restart(error),
  })

  const stream = createEventStream(
    eventsAddress,
    {
      async onBegin() {
        // At first we do not know what previous processes have reported.
        const everybody = isFirst ? await subscribers.list() : []
        const registered = readRegistered(await rpc.call('ul.dump', ['brief']))
        const running = readCalls(await rpc.call('dlg.list'))
        isFirst = false
        registrations.replaceAll(registered, everybody)
        calls.replaceAll(running, everybody)
      },
      onMessage(message) {
        if (message.event === 'registration') {
          const address = parseAddress(message.address)
          if (address) registrations.touch(address)
        } else if (message.event === 'call') {
          const call = readCall(message)
          if (call) calls.change(call)
        }
      },
    },
    log,
  )

  return {
    /** The address was changed. */
    touch: registrations.touch,
    /** Reads everything again. */
    beginAnew: () => stream.restart(new Error('What is known may be old')),
    start: stream.start,
    async stop(): Promise<void> {
      stream.stop()
      await registrations.settle()
    },
  }
}
