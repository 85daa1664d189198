import { type BaresipPhone, startBaresip } from '../sip/baresip-phone.ts'
import { waitUntil } from '../sip/wait-until.ts'
import type { TelephonyClient } from '../telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../telephony-world.ts'
import { type RunningAsterisk, startAsterisk } from './start-asterisk.ts'

/** An instance, and the Asterisk that serves it. */
export interface Office {
  client: TelephonyClient
  uuid: string
  /** the path of its extensions */
  list: string
  domain: string
  asterisk: RunningAsterisk
}

interface ShownInstance {
  uuid: string
  internal_domain: string
}

export interface ShownExtension {
  _id: string
  data: { id: number; secret: string }
  subscriber: { state: string; call_status: string }
  'qr-config': { outbound_server: string }
}

interface Cdr {
  from: { number: string }
  to: string
  result: string
  called: { number: string; outcome: string }[]
}

/** Two Asterisks, one on each engine. Acme has an office at each, with the extensions 1001 and 3001, Globex one at the second. */
export async function startOffices() {
  const [first, second] = [await startAsterisk('SQLite'), await startAsterisk('PostgreSQL')]
  let world: TelephonyWorld | undefined
  async function stop(): Promise<void> {
    await world?.stop()
    await first.stop()
    await second.stop()
  }
  try {
    world = await startTelephonyWorld('SQLite', { ...first.settings, ...second.settingsAs(2) })
    return { ...(await openOffices(world, first, second)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openOffices(world: TelephonyWorld, first: RunningAsterisk, second: RunningAsterisk) {
  // The first two instances are those of Acme and Globex, so that the third is at the first Asterisk again.
  for (const name of ['Branch', 'Harbour']) await world.ada.post('/company/locations', { name })
  const officesOf = async (client: TelephonyClient) =>
    ((await client.get('/instances')).body as ShownInstance[]).map(({ uuid, internal_domain: domain }) => ({
      client,
      uuid,
      list: `/instances/${uuid}/bulks/extensions`,
      domain,
    }))
  const [acme, globex] = [await officesOf(world.ada), await officesOf(world.hank)]
  const offices = {
    here: { ...acme[0]!, asterisk: first },
    far: { ...acme[2]!, asterisk: second },
    globex: { ...globex[0]!, asterisk: second },
  }
  const phones: BaresipPhone[] = []

  const extensions = async ({ client, list }: Office) => (await client.get(list)).body as ShownExtension[]
  const find = async (office: Office, number: number) =>
    (await extensions(office)).find(({ data }) => data.id === number)!
  const stateOf = async (office: Office, number: number) => (await find(office, number)).subscriber.state
  const inHistory = (query: Record<string, string | number>) =>
    world.ada.get('/cdrs', query).then(({ body }) => body as Cdr[])

  async function create({ client, list }: Office, id: number): Promise<ShownExtension> {
    const { status, body } = await client.post(list, { data: { id, name: `Desk ${id}` } })
    if (status !== 201) throw new Error(`${id} was answered with ${status}`)
    return body
  }
  for (const number of [3001, 3002]) await create(offices.far, number)

  return {
    world,
    first,
    second,
    ...offices,
    create,
    find,
    stateOf,
    statusOf: async (office: Office, number: number) => (await find(office, number)).subscriber.call_status,
    async change(office: Office, number: number, data: object): Promise<void> {
      const { status } = await office.client.patch(`${office.list}/${(await find(office, number))._id}`, {
        data,
      })
      if (status !== 200) throw new Error(`The change of ${number} was answered with ${status}`)
    },
    /** A phone that is registered. */
    async startPhone(office: Office, number: number, more: { plays?: string; records?: string } = {}) {
      const { data } = await find(office, number)
      const { sipPort } = office.asterisk
      const phone = await startBaresip({
        sipPort,
        number,
        domain: office.domain,
        secret: data.secret,
        ...more,
      })
      phones.push(phone)
      await waitUntil(
        `${number} is registered`,
        async () => (await stateOf(office, number)) === 'AUTHENTICATED',
      )
      return phone
    },
    /** The newest call in words. */
    async newestCall(): Promise<string | undefined> {
      const [one] = await inHistory({ page_size: 1 })
      if (!one) return undefined
      const called = one.called.map(({ number, outcome }) => `${number} ${outcome}`)
      return `${one.from.number} -> ${one.to}: ${[one.result, ...called].join(', ')}`
    },
    /** The numbers that were dialled for calls in progress. */
    callsInProgress: async () => (await inHistory({ result: 'in_progress' })).map(({ to }) => to).sort(),
    /** All phones say goodbye. */
    async quitPhones(): Promise<void> {
      for (const phone of phones) phone.command('quit')
      await waitUntil('all phones are gone', async () => {
        const all = (await Promise.all(Object.values(offices).map(extensions))).flat()
        return all.every(
          ({ subscriber: { state, call_status: status } }) =>
            state === 'UNAUTHENTICATED' && status === 'idle',
        )
      })
      for (const phone of phones.splice(0)) await phone.stop()
    },
  }
}

export type Offices = Awaited<ReturnType<typeof startOffices>>

export const call = (phone: BaresipPhone, to: number | string) => phone.command('dial', `sip:${to}@any.test`)

export const rings = (phone: BaresipPhone) =>
  waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))

/** The status of the last ending, once there are this many. */
export async function ending(phone: BaresipPhone, count = 1): Promise<string> {
  await waitUntil('the call ends', () => phone.endings.length === count)
  return phone.endings.at(-1)!.slice(0, 3)
}
