import { HttpConnection, requestText } from '../connection.ts'
import { type Crowd, ourCrowd } from '../crowd.ts'
import { authorizationOf } from '../fill-chat.ts'
import { makeCrowd } from '../places.ts'
import { startSwitchboard, startSyncedPostgres } from '../servers.ts'
import { checkPage, contentOf, findNumbers, PAGE, type Peer, type Room } from './room.ts'

/** Our server as it is shipped, with people who are all in one stream. */
export async function startOurPeer(engine: 'SQLite' | 'PostgreSQL', people: number): Promise<Peer> {
  const postgres = engine === 'PostgreSQL' ? await startSyncedPostgres() : undefined
  const place = await makeCrowd(people, postgres?.settings)
  const server = await startSwitchboard(place.dataDir, {
    ...(postgres && { settings: postgres.settings, postgresPid: postgres.pid }),
  })
  const room = new OurRoom(server.port)
  return {
    ...server,
    name: `Switchboard on ${engine}`,
    isOurs: true,
    room,
    async stop() {
      room.close()
      await server.stop()
      await postgres?.stop()
      place.remove()
    },
  }
}

const NEWEST = `anchor=newest&num_before=${PAGE}`
const narrow = encodeURIComponent('[{"operator":"stream","operand":"all"}]')

/** Each person follows the event stream. A request needs a free connection: HTTP/1.1 has one at a time on each. */
class OurRoom implements Room {
  size = 0
  onReceipt: (number: number) => void = () => {}
  readonly #port: number
  readonly #crowd: Crowd
  readonly #free: HttpConnection[] = []
  #newest: Promise<number> | undefined

  constructor(port: number) {
    this.#port = port
    this.#crowd = ourCrowd(port, 'stream')
    this.#crowd.onText = (text) => findNumbers(text, (number) => this.onReceipt(number))
  }

  async joinUpTo(count: number): Promise<void> {
    await this.#crowd.joinUpTo(count)
    this.size = count
  }

  send(sender: number, number: number, stored: () => void): void {
    const body = `type=stream&to=all&topic=peers&content=${encodeURIComponent(contentOf(number))}`
    const headers = { authorization: authorizationOf(sender) }
    const connection = this.#take()
    connection.request(
      requestText({ method: 'POST', path: '/api/v1/messages', headers, body }),
      (status, response) => {
        if (status !== 200) throw new Error(`A message was refused: ${Buffer.concat(response)}`)
        this.#free.push(connection)
        stored()
      },
    )
  }

  async fetchPage(reader: number, back: number): Promise<void> {
    // An anchor is part of the page.
    if (back > 0) this.#newest ??= this.#findNewest()
    const place = back > 0 ? `anchor=${(await this.#newest!) - back}&num_before=${PAGE - 1}` : NEWEST
    checkPage(await this.#ask(reader, place), '"sender_id":')
  }

  close(): void {
    this.#crowd.close()
    for (const connection of this.#free) connection.close()
  }

  async #findNewest(): Promise<number> {
    const { messages } = JSON.parse(await this.#ask(0, NEWEST)) as { messages: { id: number }[] }
    return messages.at(-1)!.id
  }

  async #ask(reader: number, place: string): Promise<string> {
    const path = `/api/v1/messages?${place}&num_after=0&narrow=${narrow}`
    const connection = this.#take()
    const { status, body } = await connection.ask(
      requestText({ path, headers: { authorization: authorizationOf(reader) } }),
    )
    if (status !== 200) throw new Error(`A page was refused: ${body}`)
    this.#free.push(connection)
    return body
  }

  /** The server closes connections that were idle for long. */
  #take(): HttpConnection {
    const connection = this.#free.pop() ?? new HttpConnection(this.#port)
    return connection.isClosed ? this.#take() : connection
  }
}
