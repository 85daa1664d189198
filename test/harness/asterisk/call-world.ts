import { expect } from 'vitest'
import { freePort } from '../free-port.ts'
import { type BaresipPhone, startBaresip } from '../sip/baresip-phone.ts'
import { waitUntil } from '../sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../telephony-world.ts'
import { type AsteriskTestOptions, type RunningAsterisk, startAsterisk } from './start-asterisk.ts'

interface Shown {
  _id: string
  data: { id: number; secret: string }
  subscriber: { state: string; call_status: string }
}

interface Cdr {
  from: { number: string }
  to: string
  result: string
  called: { number: string; outcome: string }[]
}

export type CallWorld = Awaited<ReturnType<typeof startCallWorld>>

/** The demo companies with a real Asterisk, and phones that call each other. */
export async function startCallWorld(options: AsteriskTestOptions = {}) {
  const asterisk: RunningAsterisk = await startAsterisk('SQLite', options)
  // Asterisk fetches prompts from the server.
  const port = await freePort()
  const prompts = { ASTERISK_FETCH_URL: `http://127.0.0.1:${port}` }
  const world: TelephonyWorld = await startTelephonyWorld('SQLite', { ...asterisk.settings, ...prompts })
  await world.app.listen({ host: '127.0.0.1', port })
  const list = `/instances/${world.acmePbx}/bulks/extensions`
  const domain: string = (await world.ada.get('/instances')).body[0].internal_domain
  const phones: BaresipPhone[] = []

  const extensions = async () => (await world.ada.get(list)).body as Shown[]
  const find = async (number: number) => (await extensions()).find(({ data }) => data.id === number)!

  return {
    asterisk,
    world,
    domain,
    async addExtension(number: number, data: object = {}): Promise<void> {
      const body = { data: { id: number, name: `Phone ${number}`, ...data } }
      expect((await world.ada.post(list, body)).status).toBe(201)
    },
    async change(number: number, data: object): Promise<void> {
      expect((await world.ada.patch(`${list}/${(await find(number))._id}`, { data })).status).toBe(200)
    },
    statusOf: async (number: number) => (await find(number)).subscriber.call_status,
    /** A phone that is registered. */
    async startPhone(number: number, more: { plays?: string; records?: string } = {}): Promise<BaresipPhone> {
      const { secret } = (await find(number)).data
      const phone = await startBaresip({ sipPort: asterisk.sipPort, number, domain, secret, ...more })
      phones.push(phone)
      await waitUntil(
        `${number} is registered`,
        async () => (await find(number)).subscriber.state === 'AUTHENTICATED',
      )
      return phone
    },
    call: (phone: BaresipPhone, to: number | string) => phone.command('dial', `sip:${to}@${domain}`),
    rings: (phone: BaresipPhone) => waitUntil('it rings', () => phone.events.includes('CALL_INCOMING')),
    talks: (phone: BaresipPhone) => waitUntil('they talk', () => phone.events.includes('CALL_ESTABLISHED')),
    ending: async (phone: BaresipPhone) => {
      await waitUntil('the call ends', () => phone.endings.length > 0)
      return phone.endings.at(-1)!.slice(0, 3)
    },
    /** Waits until these are the newest calls, in words. */
    inHistory: (...newest: string[]) =>
      expect
        .poll(async () =>
          ((await world.ada.get('/cdrs', { page_size: newest.length })).body as Cdr[]).map(
            ({ from, to, result, called }) =>
              `${from.number} -> ${to}: ${[result, ...called.map((one) => `${one.number} ${one.outcome}`)].join(', ')}`,
          ),
        )
        .toEqual(newest),
    /** Ends all phones. They say goodbye, unlike those that are killed. */
    async endPhones(): Promise<void> {
      for (const phone of phones) phone.command('quit')
      await waitUntil('all phones are gone', async () => {
        const states = (await extensions()).map((one) => one.subscriber)
        return states.every((one) => one.state === 'UNAUTHENTICATED' && one.call_status === 'idle')
      })
      for (const phone of phones.splice(0)) await phone.stop()
    },
    async stop(): Promise<void> {
      for (const phone of phones.splice(0)) await phone.stop()
      await world.stop()
      await asterisk.stop()
    },
  }
}
