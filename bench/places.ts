import { constants, cpSync, rmSync } from 'node:fs'
import { createDemoOrganization } from '#built/chat/demo/create-demo-organization'
import { findStreamByName } from '#built/chat/streams/stream-store'
import { readConfig } from '#built/config/config'
import { createLogger } from '#built/platform/logging/log'
import { openProducts } from '#built/server/start/open-products'
import { createDemoCompanies } from '#built/telephony/demo/create-demo-companies'
import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import type { Products } from '../src/server/start/open-products.ts'
import type { DemoCompanies } from '../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../src/telephony/telephony.ts'
import { addMessages, addPeople, addStreams, type FilledStream, markRead, subscribe } from './fill-chat.ts'
import { createRandom, pick, pickCharacter, pickWord } from './random.ts'
import { makeFolder } from './servers.ts'

/** A data folder, filled with what a benchmark needs. */
export interface Place {
  dataDir: string
  remove(): void
}

export interface ChatPlace extends Place {
  /** of the people of the demo organization, by the first part of the email address */
  authorization: Record<string, string>
}

/** The demo organization, and what `fill` adds to it. */
export async function makePlace(
  fill: (chat: Chat, demo: DemoOrganization) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<ChatPlace> {
  const authorization: Record<string, string> = {}
  const place = await openIn(makeFolder(), settings, async ({ chat }) => {
    const demo = await createDemoOrganization(chat, undefined)
    await fill(chat, demo)
    for (const user of Object.values(demo.people)) {
      const key = chat.secrets.decrypt(user.api_key_sealed)
      authorization[user.short_name] = `Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`
    }
  })
  return { ...place, authorization }
}

export interface TelephonyPlace extends Place {
  demo: DemoCompanies
  /** of Acme's primary user */
  headers: Record<string, string>
}

/** The demo companies, and what `fill` adds to them. */
export async function makeTelephonyPlace(
  fill: (telephony: Telephony, demo: DemoCompanies) => Promise<void>,
): Promise<TelephonyPlace> {
  let demo: DemoCompanies | undefined
  const place = await openIn(makeFolder(), {}, async ({ telephony }) => {
    demo = await createDemoCompanies(telephony)
    await fill(telephony, demo)
  })
  return { ...place, demo: demo!, headers: { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' } }
}

async function openIn(
  dataDir: string,
  settings: Record<string, string>,
  fill: (products: Products) => Promise<void>,
): Promise<Place> {
  const config = readConfig({ development: true, dataDir }, settings)
  const products = await openProducts(config, createLogger('error'))
  await fill(products)
  await products.stop()
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** How many of a crowd are also in the stream `few`. */
export const FEW = 50

/** People with the keys of `authorizationOf`, all of them in the stream `all`, and the first ones also in `few`. */
export const makeCrowd = (size: number, settings: Record<string, string> = {}): Promise<ChatPlace> =>
  makePlace(async (chat, { realm }) => {
    const people = await addPeople(chat, realm.id, size)
    const [few, all] = await addStreams(chat, realm.id, ['few', 'all'])
    await subscribe(chat, realm.id, [
      ...people.map((id) => [id, all!] as const),
      ...people.slice(0, FEW).map((id) => [id, few!] as const),
    ])
  }, settings)

/** Words that are each in a twentieth of all messages of an archive, and never in the same. */
export const strangers = ['oneside', 'otherside'] as const
/** How many people read an archive: all of its messages but the few of the stream `quiet`. */
export const READERS = 1000
const TOPICS = 2000
const MAX_UNREAD = 300

const archives = new Map<string, Promise<ChatPlace>>()

/**
 * An organization with a long history, in words as people use them. Readers have the keys of `authorizationOf`, and no
 * two have read the same. On SQLite, benchmarks share an archive, and each works on a copy.
 */
export async function makeArchive(
  messages: number,
  settings: Record<string, string> = {},
): Promise<ChatPlace> {
  const fill = () => makePlace((chat, demo) => fillArchive(chat, demo, messages), settings)
  if (Object.keys(settings).length > 0) return fill()
  const name = String(messages)
  if (!archives.has(name)) archives.set(name, fill())
  const original = await archives.get(name)!
  const dataDir = makeFolder()
  cpSync(original.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { ...original, dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function fillArchive(chat: Chat, { realm, people }: DemoOrganization, count: number): Promise<void> {
  const readers = await addPeople(chat, realm.id, READERS)
  const demo = Object.values(people).map(({ id }) => id)
  const [quiet] = await addStreams(chat, realm.id, ['quiet'])
  const [general, test] = [
    await streamNamed(chat, realm.id, 'general'),
    await streamNamed(chat, realm.id, 'test'),
  ]
  const busy = [general, test]
  await subscribe(
    chat,
    realm.id,
    [...busy, quiet!].flatMap((stream) => readers.map((id) => [id, stream] as const)),
  )
  const random = createRandom(42)
  await addMessages(chat, realm.id, count, (index) => ({
    stream: index % 1000 === 0 ? quiet! : busy[index % 2]!,
    senderId: pick(demo, random()),
    topic: `topic ${Math.floor(index / 50) % TOPICS}`,
    content: writeContent(random),
  }))
  await markRead(chat, realm.id, readers, (id) => (id % 5 < 2 ? 0 : Math.floor(random() * MAX_UNREAD)))
}

export async function streamNamed(chat: Chat, realmId: number, name: string): Promise<FilledStream> {
  const { id, recipient_id } = (await findStreamByName(chat.database.read, realmId, name))!
  return { id, recipientId: recipient_id, name }
}

function writeContent(random: () => number): string {
  const length = 3 + Math.floor(random() * 20)
  if (random() < 0.03) return Array.from({ length }, () => pickCharacter(random())).join('')
  const words = Array.from({ length }, () => pickWord(random()))
  const chance = random()
  if (chance < 0.05) words.push(strangers[0])
  else if (chance < 0.1) words.push(strangers[1])
  return words.join(' ')
}
