import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createAri } from '../../../src/telephony/phones/pbx/asterisk/ari/ari.ts'
import type { AriChannel } from '../../../src/telephony/phones/pbx/asterisk/ari/ari-channel.ts'
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
  startPhone(number: number, options?: PhoneOptions): Promise<WorldPhone>
  /** The statuses of extensions, as the API shows them. */
  statuses(...numbers: number[]): Promise<string>
  /** Waits until these are the newest calls, in words, newest first. */
  inHistory(...newest: string[]): Promise<void>
  channels(): Promise<AriChannel[]>
  /** the version of Asterisk */
  asteriskInfo(): Promise<{ system: { version: string } }>
  /** The value of a function of the dialplan on a channel. */
  evaluate(channel: string, variable: string): Promise<string>
  /** Ends a recording as if an hour was over. */
  fillRecording(name: string): Promise<void>
  /** Ends all phones, and waits until nothing is left of their calls. They say goodbye, unlike those that are killed. */
  endPhones(): Promise<void>
  /** Ends all phones as a power cut would. */
  killPhones(): Promise<void>
  stop(): Promise<void>
}

interface PhoneOptions {
  plays?: string
  records?: string
  /** signals over TLS, and insists on SRTP */
  encrypts?: boolean
  /** another instance of Acme: the path of its extensions, and its domain */
  at?: { list: string; domain: string }
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
  const world = await startTelephonyWorld('SQLite', {
    ...asterisk.settings,
    ...prompts,
    ...options.serverSettings,
  })
  await world.app.listen({ host: '127.0.0.1', port })
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-phones-'))
  const toneOf = (number: number) => (tones[number] ? join(folder, `${number}.wav`) : undefined)
  for (const [number, hertz] of Object.entries(tones)) writeTone(toneOf(Number(number))!, hertz, 60)
  const list = `/instances/${world.acmePbx}/bulks/extensions`
  const domain = (await world.ada.get('/instances')).body[0].internal_domain as string
  expect((await world.ada.post(list, { data: { id: 1004, name: 'Dora' } })).status).toBe(201)
  const ari = createAri(asterisk.url)
  const phones: WorldPhone[] = []

  const extensions = async (path = list) => (await world.ada.get(path)).body as ShownExtension[]
  const extension = async (number: number, path = list) =>
    (await extensions(path)).find(({ data }) => data.id === number)!
  const channels = async () => (await ari.call('GET', 'channels')) as AriChannel[]

  async function startPhone(number: number, options: PhoneOptions = {}) {
    const { records = mkdtempSync(join(folder, `${number}-`)), at = { list, domain } } = options
    const plays = options.plays ?? toneOf(number)
    const { secret } = (await extension(number, at.list)).data
    const phone = await startBaresip({
      ...(options.encrypts
        ? { sipPort: asterisk.tlsPort, transport: 'tls' as const, encrypts: true }
        : { sipPort: asterisk.sipPort }),
      number,
      domain: at.domain,
      secret,
      records,
      ...(plays && { plays }),
    })
    const has = (what: string, event: string) => waitUntil(what, () => phone.events.includes(event))
    const started: WorldPhone = {
      ...phone,
      number,
      hears: createEar(records),
      call: (to) => phone.command('dial', `sip:${to}@${at.domain}`),
      rings: () => has('it rings', 'CALL_INCOMING'),
      talks: () => has('they talk', 'CALL_ESTABLISHED'),
      async ending() {
        await waitUntil('the call ends', () => phone.endings.length > 0)
        return phone.endings.at(-1)!.slice(0, 3)
      },
    }
    phones.push(started)
    const isThere = async () => (await extension(number, at.list)).subscriber.state === 'AUTHENTICATED'
    await waitUntil(`${number} is registered`, isThere)
    return started
  }

  async function killPhones(): Promise<void> {
    for (const phone of phones.splice(0)) await phone.stop()
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
    asteriskInfo: () => ari.call('GET', 'asterisk/info', { only: 'system' }),
    evaluate: async (channel, variable) =>
      (await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })).value,
    fillRecording: (name) => ari.call('POST', `recordings/live/${encodeURIComponent(name)}/stop`),
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
      await killPhones()
    },
    killPhones,
    async stop() {
      await killPhones()
      ari.close()
      await world.stop()
      await asterisk.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
