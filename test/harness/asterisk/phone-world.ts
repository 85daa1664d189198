import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createAri } from '../../../src/telephony/phones/pbx/asterisk/ari.ts'
import type { AriChannel } from '../../../src/telephony/phones/pbx/asterisk/ari-channel.ts'
import { type BaresipPhone, startBaresip } from '../kamailio/baresip-phone.ts'
import { waitUntil } from '../kamailio/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../telephony-world.ts'
import { type RunningAsterisk, startAsterisk } from './start-asterisk.ts'
import { strongestTone, writeTone } from './tone.ts'

/** What each phone plays into its calls, in hertz. */
export const tones: Readonly<Record<number, number>> = { 1001: 440, 1002: 880, 1003: 1320, 1004: 660 }

/** Longer than the machine may keep a phone waiting for the next sound. */
const SILENT_MS = 1000

export interface TalkingPhone extends BaresipPhone {
  readonly number: number
  /** the number whose tone is heard now; 0: none */
  hears(): number
  /** Calls a number of the instance. */
  call(to: number | string): void
}

export interface PhoneWorld {
  readonly asterisk: RunningAsterisk
  readonly world: TelephonyWorld
  readonly domain: string
  /** the path of the extensions */
  readonly list: string
  extension(number: number): Promise<ShownExtension>
  change(number: number, data: object): Promise<void>
  startPhone(number: number): Promise<TalkingPhone>
  /** The statuses of extensions, as the API shows them. */
  statuses(...numbers: number[]): Promise<string>
  /** The newest calls, in words, newest first. */
  history(count: number): Promise<string[]>
  channels(): Promise<AriChannel[]>
  /** The value of a function of the dialplan on a channel. */
  evaluate(channel: string, variable: string): Promise<string>
  /** Ends all phones, and waits until nothing is left of their calls. */
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

/** A server with an Asterisk, and phones that play tones, so that everybody can be told apart. */
export async function startPhoneWorld(settings: Record<string, string> = {}): Promise<PhoneWorld> {
  const asterisk = await startAsterisk('SQLite')
  const world = await startTelephonyWorld('SQLite', { ...asterisk.settings, ...settings })
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-phones-'))
  for (const [number, hertz] of Object.entries(tones)) writeTone(join(folder, `${number}.wav`), hertz, 60)
  const list = `/instances/${world.acmePbx}/bulks/extensions`
  const domain = (await world.ada.get('/instances')).body[0].internal_domain as string
  const made = await world.ada.post(list, { data: { id: 1004, name: 'Dora' } })
  expect(made.status).toBe(201)
  const ari = createAri(asterisk.url)
  const phones: TalkingPhone[] = []

  const extensions = async () => (await world.ada.get(list)).body as ShownExtension[]
  const extension = async (number: number) => (await extensions()).find(({ data }) => data.id === number)!
  const channels = async () => (await ari.call('GET', 'channels')) as AriChannel[]

  /** A phone that gets no sound at all records nothing: what it has heard last is not what it hears. */
  function createEar(records: string): () => number {
    const lengths = new Map<string, { bytes: number; since: number }>()
    return () => {
      const now = performance.now()
      const growing = readdirSync(records)
        .filter((name) => name.includes('dec'))
        .filter((name) => {
          const bytes = statSync(join(records, name)).size
          const known = lengths.get(name)
          if (known?.bytes !== bytes) lengths.set(name, { bytes, since: now })
          return known === undefined || known.bytes !== bytes || now - known.since < SILENT_MS
        })
      const heard = growing.map((name) => strongestTone(join(records, name), Object.values(tones), 0.3))
      const hertz = heard.find((one) => one > 0)
      return Number(Object.entries(tones).find(([, tone]) => tone === hertz)?.[0] ?? 0)
    }
  }

  async function startPhone(number: number): Promise<TalkingPhone> {
    const records = mkdtempSync(join(folder, `${number}-`))
    const { secret } = (await extension(number)).data
    const plays = join(folder, `${number}.wav`)
    const sipPort = asterisk.sipPort
    const phone = await startBaresip({ sipPort, number, domain, secret, plays, records })
    const talking = {
      ...phone,
      number,
      hears: createEar(records),
      call: (to: number | string) => phone.command('dial', `sip:${to}@${domain}`),
    }
    phones.push(talking)
    const isThere = async () => (await extension(number)).subscriber.state === 'AUTHENTICATED'
    await waitUntil(`${number} is registered`, isThere)
    return talking
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
    async history(count) {
      const calls = (await world.ada.get('/cdrs', { page_size: count })).body as Cdr[]
      return calls.map(({ from, to, result, called, transferred_to: transferred }) => {
        const outcomes = called.map((one) => `${one.number} ${one.outcome}`)
        const ending = transferred === null ? [] : [`transferred to ${transferred}`]
        return `${from.number} -> ${to}: ${[result, ...outcomes, ...ending].join(', ')}`
      })
    },
    channels,
    evaluate: async (channel, variable) =>
      (await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })).value,
    async endPhones() {
      for (const phone of phones) phone.command('quit')
      await waitUntil('all phones are gone', async () => {
        const states = (await extensions()).map(
          ({ subscriber }) => `${subscriber.state} ${subscriber.call_status}`,
        )
        return states.every((state) => state === 'UNAUTHENTICATED idle')
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
