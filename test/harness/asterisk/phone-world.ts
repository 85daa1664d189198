import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createAri } from '../../../src/telephony/phones/pbx/asterisk/ari.ts'
import type { AriChannel } from '../../../src/telephony/phones/pbx/asterisk/ari-channel.ts'
import { freePort } from '../free-port.ts'
import { type BaresipPhone, startBaresip } from '../sip/baresip-phone.ts'
import { waitUntil } from '../sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../telephony-world.ts'
import { createEar, tones } from './phone-ear.ts'
import { type AsteriskTestOptions, type RunningAsterisk, startAsterisk } from './start-asterisk.ts'
import { writeTone } from './tone.ts'

export interface WorldPhone extends BaresipPhone {
  readonly number: number
  /** the number whose tone is heard now; 0: none */
  hears(): number
  /** Calls a number of the instance, or one outside. */
  call(to: number | string): void
  rings(): Promise<void>
  talks(): Promise<void>
  /** The status with which the call ended, when it has. */
  ending(): Promise<string>
}

export interface PhoneWorld {
  readonly asterisk: RunningAsterisk
  readonly world: TelephonyWorld
  readonly domain: string
  /** the path of the extensions */
  readonly list: string
  extension(number: number): Promise<ShownExtension>
  change(number: number, data: object): Promise<void>
  /** A phone that is registered. It plays its tone, and hears, unless told otherwise. */
  startPhone(number: number, sound?: { plays?: string; records?: string }): Promise<WorldPhone>
  /** The statuses of extensions, as the API shows them. */
  statuses(...numbers: number[]): Promise<string>
  /** Waits until these are the newest calls, in words, newest first. */
  inHistory(...newest: string[]): Promise<void>
  channels(): Promise<AriChannel[]>
  /** The value of a function of the dialplan on a channel. */
  evaluate(channel: string, variable: string): Promise<string>
  /** Ends all phones, and waits until nothing is left of their calls. They say goodbye, unlike those that are killed. */
  endPhones(): Promise<void>
  stop(): Promise<void>
}

interface ShownExtension {
  _id: string
  data: { id: number; secret: string }
  subscriber: { state: string; call_status: string }
}

interface Cdr {
  from: { number: string }
  to: string
  result: string
  transferred_to: string | null
  called: { number: string; outcome: string }[]
}

/** The demo companies with a real Asterisk, and phones that play tones, so that everybody can be told apart. */
export async function startPhoneWorld(options: AsteriskTestOptions = {}): Promise<PhoneWorld> {
  const asterisk = await startAsterisk('SQLite', options)
  // Asterisk fetches prompts from the server.
  const port = await freePort()
  const prompts = { ASTERISK_FETCH_URL: `http://127.0.0.1:${port}` }
  const world = await startTelephonyWorld('SQLite', { ...asterisk.settings, ...prompts })
  await world.app.listen({ host: '127.0.0.1', port })
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-phones-'))
  for (const [number, hertz] of Object.entries(tones)) writeTone(join(folder, `${number}.wav`), hertz, 60)
  const list = `/instances/${world.acmePbx}/bulks/extensions`
  const domain = (await world.ada.get('/instances')).body[0].internal_domain as string
  expect((await world.ada.post(list, { data: { id: 1004, name: 'Dora' } })).status).toBe(201)
  const ari = createAri(asterisk.url)
  const phones: WorldPhone[] = []

  const extensions = async () => (await world.ada.get(list)).body as ShownExtension[]
  const extension = async (number: number) => (await extensions()).find(({ data }) => data.id === number)!
  const channels = async () => (await ari.call('GET', 'channels')) as AriChannel[]

  async function startPhone(number: number, sound: { plays?: string; records?: string } = {}) {
    const { records = mkdtempSync(join(folder, `${number}-`)), plays = join(folder, `${number}.wav`) } = sound
    const { secret } = (await extension(number)).data
    const { sipPort } = asterisk
    const phone = await startBaresip({ sipPort, number, domain, secret, plays, records })
    const has = (what: string, event: string) => waitUntil(what, () => phone.events.includes(event))
    const started: WorldPhone = {
      ...phone,
      number,
      hears: createEar(records),
      call: (to) => phone.command('dial', `sip:${to}@${domain}`),
      rings: () => has('it rings', 'CALL_INCOMING'),
      talks: () => has('they talk', 'CALL_ESTABLISHED'),
      async ending() {
        await waitUntil('the call ends', () => phone.endings.length > 0)
        return phone.endings.at(-1)!.slice(0, 3)
      },
    }
    phones.push(started)
    const isThere = async () => (await extension(number)).subscriber.state === 'AUTHENTICATED'
    await waitUntil(`${number} is registered`, isThere)
    return started
  }

  async function history(count: number): Promise<string[]> {
    const calls = (await world.ada.get('/cdrs', { page_size: count })).body as Cdr[]
    return calls.map(({ from, to, result, called, transferred_to: transferred }) => {
      const outcomes = called.map((one) => `${one.number} ${one.outcome}`)
      const ending = transferred === null ? [] : [`transferred to ${transferred}`]
      return `${from.number} -> ${to}: ${[result, ...outcomes, ...ending].join(', ')}`
    })
  }

  return {
    asterisk,
    world,
    domain,
    list,
    extension,
    async change(number, data) {
      const path = `${list}/${(await extension(number))._id}`
      expect((await world.ada.patch(path, { data })).status).toBe(200)
    },
    startPhone,
    async statuses(...numbers) {
      const all = await extensions()
      const statusOf = (number: number) => all.find(({ data }) => data.id === number)!.subscriber.call_status
      return numbers.map(statusOf).join(' ')
    },
    inHistory: (...newest) => expect.poll(() => history(newest.length)).toEqual(newest),
    channels,
    evaluate: async (channel, variable) =>
      (await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })).value,
    async endPhones() {
      for (const phone of phones) phone.command('quit')
      await waitUntil('all phones are gone', async () => {
        const states = (await extensions()).map(({ subscriber: { state, call_status: call } }) => [
          state,
          call,
        ])
        return states.every(([state, call]) => state === 'UNAUTHENTICATED' && call === 'idle')
      })
      await waitUntil('no channel is left', async () => (await channels()).length === 0)
      for (const phone of phones.splice(0)) await phone.stop()
    },
    async stop() {
      for (const phone of phones.splice(0)) await phone.stop()
      ari.close()
      await world.stop()
      await asterisk.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
