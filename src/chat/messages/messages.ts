import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { ChatFollower, Db } from '../chat-platform.ts'
import { loadOutgoingBots, type OutgoingBots } from '../people/bots/bot-service-store.ts'
import type { Streams } from '../streams/streams.ts'
import { loadMessageJson } from './load-message-json.ts'
import { jsonOfParts } from './message-json.ts'
import { type MessageShape, MessageText, READ_ENDING } from './message-text.ts'
import type { Rendering } from './rendering.ts'
import { createVocabularyCache } from './sending/vocabulary-cache.ts'

/** Events that change how messages are displayed. */
const changingEvents = [
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'realm_changed',
  'realm_linkifiers',
  'realm_user',
  'stream',
] as const

/** Size of the smallest message; see MessageText.size. */
const MIN_BYTES = 1000

const MIN_BYTES_OF_RUN = 2000

/** The share of memory for runs. They save work, but each message is in several of them. */
const SHARE_OF_RUNS = 0.25

/** Longer runs are rarely requested twice. */
const MAX_RUN_LENGTH = 200

/** Combines organization and row id in one number below 2^53. */
const REALM_STEP = 2 ** 32

/** Messages: sending, changing and describing them. */
export interface Messages extends Rendering {
  readonly outgoingBots: OutgoingBotCache
  readonly messageTexts: MessageTexts
}

export function createMessages(streams: Streams): Messages {
  const { database, follower, config } = streams
  const rendering = { ...streams, vocabularies: createVocabularyCache(database.read, follower, config) }
  return {
    ...rendering,
    outgoingBots: createOutgoingBotCache(database.read, follower, config),
    messageTexts: new MessageTexts(rendering),
  }
}

/** By organization: the bots that have a service. Checked for every message. */
type OutgoingBotCache = Cache<number, OutgoingBots>

function createOutgoingBotCache(db: Db, follower: ChatFollower, limits: CacheLimits): OutgoingBotCache {
  const cache: OutgoingBotCache = new Cache({
    entries: entriesWithin(limits, 1_000),
    load: oneByOne((realmId) => loadOutgoingBots(db, realmId)),
  })
  follower.on(['realm_user', 'realm_bot'], ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

/** Consecutive messages of a response as JSON with commas between them, for a reader who has read them all. */
class MessageRun {
  readonly texts: readonly MessageText[]
  readonly #bytes: Buffer
  /** where the flags of each message start */
  readonly #flags: readonly number[]

  constructor(texts: readonly MessageText[], shape: MessageShape) {
    const written = texts.map((text) => text.open(shape) + READ_ENDING)
    const all = written.join(',')
    this.texts = texts
    this.#bytes = Buffer.from(all)
    const isAscii = this.#bytes.length === all.length
    let end = -1
    this.#flags = written.map((text) => {
      end += 1 + (isAscii ? text.length : Buffer.byteLength(text))
      return end - READ_ENDING.length
    })
  }

  get size(): number {
    return 300 + this.#bytes.length + this.texts.length * 20
  }

  /** False once one of the messages has changed. */
  get isCurrent(): boolean {
    return this.texts.every((text) => text.isCached)
  }

  isOf(ids: readonly number[]): boolean {
    return this.texts.length === ids.length && this.texts.every(({ id }, index) => id === ids[index])
  }

  /** The same messages for another reader. Only the endings that differ are written again. */
  write(endingOf: (text: MessageText) => string): Buffer[] {
    const pieces: Buffer[] = []
    let from = 0
    for (const [index, text] of this.texts.entries()) {
      const ending = endingOf(text)
      if (ending === READ_ENDING) continue
      const at = this.#flags[index]!
      pieces.push(this.#bytes.subarray(from, at), Buffer.from(ending))
      from = at + READ_ENDING.length
    }
    pieces.push(this.#bytes.subarray(from))
    return pieces
  }
}

/** Caches messages that are ready to be sent. */
class MessageTexts {
  readonly #texts: Cache<number, MessageText>
  /** Recently requested pages. A run is valid while all of its texts are cached. */
  readonly #runs: Cache<string, MessageRun>

  constructor(rendering: Rendering) {
    const { follower, config } = rendering
    const bytes = config.historyCacheMegabytes * 2 ** 20
    const bytesOfRuns = bytes * SHARE_OF_RUNS
    const bytesOfTexts = bytes - bytesOfRuns
    this.#texts = new Cache<number, MessageText>({
      entries: entriesWithin(config, Math.ceil(bytesOfTexts / MIN_BYTES)),
      bytes: bytesOfTexts,
      sizeOf: (text) => text.size,
      groupOf: (key) => Math.floor(key / REALM_STEP),
      load: (keys) => loadTexts(rendering, keys),
      onStored: (text, isStored) => {
        text.isCached = isStored
      },
    })
    this.#runs = new Cache<string, MessageRun>({
      entries: entriesWithin(config, Math.ceil(bytesOfRuns / MIN_BYTES_OF_RUN)),
      bytes: bytesOfRuns,
      sizeOf: (run) => run.size,
      groupOf: (key) => Number.parseInt(key, 10),
      isValid: (run) => run.isCurrent,
      load: async () => new Map(),
    })
    follower.on('message', ({ tenant, payload: { message } }) => {
      this.#texts.set(keyOf(tenant, message.view.id), new MessageText(jsonOfParts(message)))
    })
    follower.on(changingEvents, (event) => {
      const changed = changedMessages(event)
      if (changed === 'all') this.invalidate(event.tenant)
      else for (const id of changed) this.#texts.invalidate(keyOf(event.tenant, id))
    })
    follower.onSkip((tenant) => this.invalidate(tenant))
  }

  get bytes(): number {
    return this.#texts.bytes + this.#runs.bytes
  }

  /** Invalidates all messages of an organization. */
  invalidate(realmId: number): void {
    this.#texts.invalidateGroup(realmId)
    this.#runs.invalidateGroup(realmId)
  }

  /** In the order of `ids`, without deleted messages. */
  async getMany(realmId: number, ids: readonly number[]): Promise<MessageText[]> {
    const found = await this.#texts.getMany(ids.map((id) => keyOf(realmId, id)))
    return ids.flatMap((id) => found.get(keyOf(realmId, id)) ?? [])
  }

  /** The same as JSON. */
  async getRun(realmId: number, ids: readonly number[], shape: MessageShape): Promise<MessageRun> {
    const write = async () => new MessageRun(await this.getMany(realmId, ids), shape)
    if (ids.length > MAX_RUN_LENGTH) return write()
    // Not all ids, which would make a long key. Two runs with the same ends and length are rare.
    const key = `${realmId} ${shape.applyMarkdown} ${shape.clientAvatar} ${ids[0]} ${ids.at(-1)} ${ids.length}`
    const run = (await this.#runs.get(key, async () => new Map([[key, await write()]])))!
    return run.isOf(ids) ? run : write()
  }
}

const keyOf = (realmId: number, id: number) => realmId * REALM_STEP + id

/** All keys belong to one organization. */
async function loadTexts(rendering: Rendering, keys: readonly number[]): Promise<Map<number, MessageText>> {
  const realmId = Math.floor(keys[0]! / REALM_STEP)
  const loaded = await loadMessageJson(
    rendering,
    realmId,
    keys.map((key) => key % REALM_STEP),
  )
  return new Map(loaded.map((json) => [keyOf(realmId, json.id), new MessageText(json)]))
}

/** Ids of the affected messages, or all of the organization. */
function changedMessages({
  type,
  payload,
}: ChatEvent<(typeof changingEvents)[number]>): readonly number[] | 'all' {
  switch (type) {
    case 'update_message':
    case 'delete_message':
      return payload.message_ids
    case 'reaction':
    case 'submessage':
      return [payload.message_id]
    case 'realm_changed':
    case 'realm_linkifiers':
      // Every message contains the organization's URL, and linkifiers turn topics into links.
      return 'all'
    case 'realm_user':
    case 'stream':
      // Many messages show names and pictures of people and streams.
      return payload.op === 'update' ? 'all' : []
  }
}
