import type { Chat } from '../chat.ts'
import type { Condition } from '../narrows/condition.ts'
import type { Found } from '../narrows/search-store.ts'
import { messageFinder } from '../search/message-finder.ts'
import type { Actor } from '../users/user.ts'
import type { BlockSequence } from './block-sequence.ts'
import { type BlockShape, type MessageBlock, writeBlock } from './message-block.ts'

/** So many messages are read at once where nothing is known yet. */
const BLOCK_LENGTH = 64

/** Blocks of one narrow, from memory or the database. */
export class BlockSource {
  readonly #chat: Chat
  readonly #actor: Actor
  readonly #conditions: readonly Condition[]
  readonly #shape: BlockShape
  readonly #sequence: BlockSequence

  constructor(chat: Chat, actor: Actor, conditions: readonly Condition[], shape: BlockShape, key: string) {
    this.#chat = chat
    this.#actor = actor
    this.#conditions = conditions
    this.#shape = shape
    this.#sequence = chat.messageBlocks.sequence(actor.realm.id, key)
  }

  /** The block with the nearest messages before an id, if it is known. */
  knownBefore(id: number): MessageBlock | undefined {
    const block = this.#sequence.before(id - 1)
    if (!block) return undefined
    const isNear =
      id - 1 <= block.to || this.#chat.recentMessages.hasNothingAfter(this.#actor.realm.id, block.to)
    return isNear ? this.#touched(block) : undefined
  }

  /** The block with the nearest messages from an id on, if it is known. */
  knownFrom(id: number): MessageBlock | undefined {
    return this.#touched(this.#sequence.at(id))
  }

  /** undefined: there is nothing older. */
  async loadBefore(id: number): Promise<MessageBlock | undefined> {
    const { messageBlocks, recentMessages } = this.#chat
    const realmId = this.#actor.realm.id
    const changes = messageBlocks.changes(realmId)
    // Ids are given in the order of commits: up to this one nothing can come any more.
    const settled = Math.min(id - 1, recentMessages.newestOf(realmId))
    const previous = this.#sequence.before(id - 1)
    const rows = await this.#search({
      before: id,
      ...(previous && { after: previous.to }),
      direction: 'descending',
    })
    if (rows.length === 0) {
      if (previous && messageBlocks.changes(realmId) === changes) {
        this.#sequence.stretch(previous, previous.from, settled)
      }
      return this.#touched(previous)
    }
    const reached = rows.length < BLOCK_LENGTH ? (previous ? previous.to + 1 : 0) : rows.at(-1)!.id
    return this.#build(rows.reverse(), reached, Math.max(rows.at(-1)!.id, settled), changes)
  }

  /** undefined: there is nothing newer. */
  async loadFrom(id: number): Promise<MessageBlock | undefined> {
    const { messageBlocks, recentMessages } = this.#chat
    const realmId = this.#actor.realm.id
    if (recentMessages.hasNothingAfter(realmId, id - 1)) return undefined
    const changes = messageBlocks.changes(realmId)
    const settled = recentMessages.newestOf(realmId)
    const next = this.#sequence.after(id)
    const rows = await this.#search({
      after: id - 1,
      ...(next && { before: next.from }),
      direction: 'ascending',
    })
    if (rows.length === 0) {
      if (messageBlocks.changes(realmId) === changes) {
        const previous = this.#sequence.before(id - 1)
        if (next) this.#sequence.stretch(next, id, next.to)
        // It ends where nothing is: so far nobody has to look again.
        else if (previous?.to === id - 1) this.#sequence.stretch(previous, previous.from, settled)
      }
      return this.#touched(next)
    }
    const reached = rows.length < BLOCK_LENGTH && next ? next.from - 1 : rows.at(-1)!.id
    return this.#build(rows, id, reached, changes)
  }

  /** Both at once, where nothing is known: reading messages costs less for many than for few twice. */
  async loadAround(id: number, older: number, newer: number): Promise<void> {
    if (this.knownBefore(id) || this.knownFrom(id)) return
    const changes = this.#chat.messageBlocks.changes(this.#actor.realm.id)
    const [most, mostAfter] = [Math.min(older, BLOCK_LENGTH), Math.min(newer, BLOCK_LENGTH)]
    const previous = this.#sequence.before(id - 1)
    const next = this.#sequence.after(id)
    const down = { before: id, ...(previous && { after: previous.to }), direction: 'descending' } as const
    const up = { after: id - 1, ...(next && { before: next.from }), direction: 'ascending' } as const
    const before = await this.#search(down, most)
    const after = await this.#search(up, mostAfter)
    // At an end each side is looked at by itself.
    if (before.length === 0 || after.length === 0) return
    const from = before.length < most ? (previous ? previous.to + 1 : 0) : before.at(-1)!.id
    const to = after.length < mostAfter && next ? next.from - 1 : after.at(-1)!.id
    await this.#build([...before.reverse(), ...after], from, to, changes)
  }

  #search(
    range: { after?: number; before?: number; direction: 'ascending' | 'descending' },
    limit = BLOCK_LENGTH,
  ) {
    const { realm, user } = this.#actor
    const find = messageFinder(this.#chat, realm)
    return find({ realmId: realm.id, userId: user.id, conditions: this.#conditions, ...range, limit })
  }

  async #build(rows: readonly Found[], from: number, to: number, changes: number): Promise<MessageBlock> {
    const { messageBlocks, messageTexts } = this.#chat
    const ids = rows.map((row) => row.id)
    const texts = await messageTexts.get(this.#chat, this.#actor.realm, ids)
    const block = writeBlock(from, to, texts, this.#shape)
    return messageBlocks.keep(this.#actor.realm.id, this.#sequence, block, changes)
  }

  #touched(block: MessageBlock | undefined): MessageBlock | undefined {
    if (block) this.#chat.messageBlocks.touch(block)
    return block
  }
}
