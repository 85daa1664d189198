import type { PhoneEvidence } from './phone-evidence.ts'
import { startStatusWriter, startTextWriter } from './phone-writers.ts'
import { aMoment, Roamer, type Tally } from './roamer.ts'
import { LAST_STATUS, SocketReader } from './socket-reader.ts'

const PAUSE_MS = 60
const MAX_WAIT_MS = 60_000

export interface PhoneLoad {
  acknowledged(): number
  finish(): Promise<PhoneEvidence>
  close(): void
}

/** Acme and Globex, with users who change their statuses and text each other, and sockets that listen. */
export async function startPhoneLoad(
  addresses: readonly string[],
  tally: Tally,
  trial: string,
  sockets: number,
): Promise<PhoneLoad> {
  const as = (key: string, user: string) =>
    new Roamer(addresses, { authorization: `Bearer ${key}`, 'x-user-id': user }, tally)
  const ada = as('dev-acme-key', 'primary')
  const hank = as('dev-globex-key', 'primary')
  const { body: people } = await ada.insist('GET', '/system/company/contacts')
  const idOf = (name: string): string =>
    people.find((one: { first_name: string }) => one.first_name === name).id
  const ben = as('dev-acme-key', idOf('Ben'))
  const [{ id: hankId }] = (await hank.insist('GET', '/system/company/contacts')).body
  const opened = await ben.insist('POST', '/texting/conversations', {
    json: { from_number: '+12025550102', recipients: [{ number: '+12025550101' }] },
  })

  // So that the first change is one.
  for (const client of [ada, ben, hank]) {
    await client.insist('PATCH', '/status/v2/current-user', {
      json: { main_status: { status: 'available' }, additional_status: { action: 'unset' } },
    })
  }

  const reader = (name: string, credentials: object) => new SocketReader(name, addresses, credentials)
  const adas = several(sockets, (number) => reader(`socket ${number} of Ada`, { token: 'dev-acme-key' }))
  const bens = several(sockets, (number) =>
    reader(`socket ${number} of Ben`, { token: 'dev-acme-key', user_id: idOf('Ben') }),
  )
  const hanks = several(2, (number) => reader(`socket ${number} of Hank`, { token: 'dev-globex-key' }))
  for (const one of bens) one.conversations = [opened.body.id]
  const readers = [...adas, ...bens, ...hanks]
  await Promise.all(readers.map((one) => one.open()))

  const writers = new Map([
    [idOf('Ada'), startStatusWriter(ada, PAUSE_MS)],
    [idOf('Ben'), startStatusWriter(ben, PAUSE_MS)],
    [hankId as string, startStatusWriter(hank, PAUSE_MS)],
  ])
  const texts = startTextWriter(ben, opened.body.id, trial, PAUSE_MS)

  return {
    acknowledged: () =>
      [...writers.values()].reduce((sum, { values }) => sum + values.length, 0) + texts.attempts.length,
    async finish() {
      await Promise.all([...writers.values(), texts].map((one) => one.stop()))
      const { listed, carried } = await texts.carried()
      await writers.get(idOf('Ada'))!.set(LAST_STATUS)
      await writers.get(hankId)!.set(LAST_STATUS)
      const until = Date.now() + MAX_WAIT_MS
      while (readers.some((one) => !one.heardTheEnd) && Date.now() < until) await aMoment()
      const record = ([observer, ...rest]: SocketReader[], users: string[], sends: boolean) => ({
        observer: observer!,
        sockets: rest,
        users,
        sends,
      })
      return {
        statuses: new Map([...writers].map(([user, { values }]) => [user, values])),
        texts: texts.attempts,
        listed,
        carried,
        companies: [
          record([...adas, ...bens], [idOf('Ada'), idOf('Ben')], true),
          record(hanks, [hankId], false),
        ],
      }
    },
    close() {
      for (const one of readers) one.close()
    },
  }
}

const several = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index + 1))
