import { Cache, entriesWithin } from '../../platform/cache.ts'
import { changedMessages, changingEvents } from './changed-messages.ts'
import { loadMessageJson } from './load-message-json.ts'
import { jsonOfParts } from './message-json.ts'
import { MessageRun } from './message-run.ts'
import { type MessageShape, MessageText } from './message-text.ts'
import type { Rendering } from './rendering.ts'

/** Size of the smallest message; see MessageText.size. */
const LEAST_BYTES = 1000
const LEAST_BYTES_OF_RUN = 2000
/** The share of memory for runs. They save work, but each message is in several of them. */
const SHARE_OF_RUNS = 0.25
/** Longer runs are rarely requested twice. */
const LONGEST_RUN = 200

/** Combines organization and row id in one number below 2^53. */
const REALM_STEP = 2 ** 32

/** Caches messages that are ready to be sent. */
export class MessageTexts {
  readonly #texts: Cache<number, MessageText>
  /** Recently requested pages. A run is valid while all of its texts are cached. */
  readonly #runs: Cache<string, MessageRun>

  constructor(rendering: Rendering) {
    const { follower, config } = rendering
    const bytes = config.historyCacheMegabytes * 2 ** 20
    const bytesOfRuns = bytes * SHARE_OF_RUNS
    const bytesOfTexts = bytes - bytesOfRuns
    this.#texts = new Cache<number, MessageText>({
      entries: entriesWithin(config, Math.ceil(bytesOfTexts / LEAST_BYTES)),
      bytes: bytesOfTexts,
      sizeOf: (text) => text.size,
      groupOf: (key) => Math.floor(key / REALM_STEP),
      load: (keys) => loadTexts(rendering, keys),
      onStored: (text, isStored) => {
        text.isCached = isStored
      },
    })
    this.#runs = new Cache<string, MessageRun>({
      entries: entriesWithin(config, Math.ceil(bytesOfRuns / LEAST_BYTES_OF_RUN)),
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
    if (ids.length > LONGEST_RUN) return write()
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
