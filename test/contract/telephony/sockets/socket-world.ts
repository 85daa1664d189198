import { ACME_KEY, GLOBEX_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import type { Audience } from '../../../../src/telephony/event-audience.ts'
import type { TelephonyEvent } from '../../../../src/telephony/telephony-event-map.ts'
import { SocketClient } from '../../../harness/socket-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

export interface SocketWorld extends TelephonyWorld {
  url: string
  /** Opens sockets as the people of the demo; they are closed, and checked, with the world. */
  asAda(more?: object, transports?: ('websocket' | 'polling')[]): Promise<SocketClient>
  asBen(more?: object): Promise<SocketClient>
  asHank(more?: object): Promise<SocketClient>
  connect(transports?: ('websocket' | 'polling')[]): Promise<SocketClient>
  /** Announces events of Acme as an action would, each with a number of its own. */
  announce(audience: Audience, ...numbers: number[]): Promise<void>
}

export async function startSocketWorld(
  ...args: Parameters<typeof startTelephonyWorld>
): Promise<SocketWorld> {
  const world = await startTelephonyWorld(...args)
  const url = await world.listen()
  const clients: SocketClient[] = []
  const keep = async (opening: Promise<SocketClient>) => {
    const client = await opening
    clients.push(client)
    return client
  }
  const open = (credentials: object, transports?: ('websocket' | 'polling')[]) =>
    keep(SocketClient.open(url, credentials, transports))
  return {
    ...world,
    url,
    asAda: (more, transports) => open({ token: ACME_KEY, ...more }, transports),
    asBen: (more) => open({ token: ACME_KEY, user_email: 'ben@example.com', ...more }),
    asHank: (more) => open({ token: GLOBEX_KEY, ...more }),
    connect: (transports) => keep(SocketClient.connect(url, transports)),
    announce: (audience, ...numbers) =>
      world.telephony.transact(world.demo.acme.company.id, async (tx) => {
        for (const number of numbers)
          tx.announce({ type: 'extension.subscriber.updated', audience, payload: phone(number) })
      }),
    async stop() {
      try {
        for (const client of clients) client.close()
      } finally {
        await world.stop()
      }
    },
  }
}

/** The payload of an announced event. */
export const phone = (number: number): TelephonyEvent<'extension.subscriber.updated'>['payload'] => ({
  extension_id: 'e',
  number,
  pbx: 'p',
  state: 'SLEEPING',
  call_status: 'idle',
})

/** The numbers of the announcements, in the order in which the client got them. */
export const numbersOf = (client: SocketClient) =>
  client.named('extension.subscriber.updated').map(({ payload }) => payload.number as number)
