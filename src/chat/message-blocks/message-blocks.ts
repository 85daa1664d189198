import type { ChatEvent } from '../chat-event-map.ts'
import { changedMessages } from '../messages/changed-messages.ts'
import { isMove } from '../messages/message-events.ts'
import { BlockSequence } from './block-sequence.ts'
import type { MessageBlock } from './message-block.ts'
import { isOfOnePlace, isOfTopic } from './sequence-key.ts'

/** As many streams as large organizations have. */
const SEQUENCES_KEPT = 20_000

/** Instead of the id of a stream: sequences of everything, and of private conversations. */
const EVERYWHERE = -1
const IN_PRIVATE = -2

interface RealmBlocks {
  sequences: Map<string, BlockSequence>
  /** those that have had blocks, by the stream that they are of */
  places: Map<number, Set<BlockSequence>>
  /** so many changes have been heard of */
  changes: number
}

/** Blocks of messages that are ready to be sent. What changes a message tells so by an event. */
export class MessageBlocks {
  readonly #realms = new Map<number, RealmBlocks>()
  readonly #limit: number
  #bytes = 0
  #requests = 0

  /** So many bytes of all organizations together. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** About, of all that is kept. */
  get bytes(): number {
    return this.#bytes
  }

  /** Blocks of the same messages in the same shape have the same key. */
  sequence(realmId: number, key: string): BlockSequence {
    this.#requests += 1
    const { sequences } = this.#realm(realmId)
    let sequence = sequences.get(key)
    if (!sequence) {
      if (sequences.size >= SEQUENCES_KEPT) this.#dropSequence(realmId, sequences.keys().next().value!)
      sequence = new BlockSequence(key)
      sequences.set(key, sequence)
    }
    return sequence
  }

  /** Those of a whole stream, in any shape, that have had blocks. */
  ofStream(realmId: number, streamId: number): BlockSequence[] {
    const known = this.#realms.get(realmId)?.places.get(streamId)
    return known ? [...known].filter(({ key }) => !isOfTopic(key)) : []
  }

  /** Changes that have been heard of: what was read before another one is not kept. */
  changes(realmId: number): number {
    return this.#realm(realmId).changes
  }

  touch(block: MessageBlock): void {
    block.used = this.#requests
  }

  keep(realmId: number, sequence: BlockSequence, block: MessageBlock, changes: number): MessageBlock {
    const realm = this.#realm(realmId)
    if (realm.changes !== changes || realm.sequences.get(sequence.key) !== sequence) return block
    const kept = sequence.keep(block)
    if (!kept) return block
    if (sequence.place === undefined) file(realm, sequence, block)
    kept.added.used = this.#requests
    this.#bytes += kept.added.size - (kept.removed?.size ?? 0)
    if (this.#bytes > this.#limit) this.#makeRoom()
    return kept.added
  }

  apply(event: ChatEvent): void {
    const changed = event.type === 'realm_changed' ? 'all' : changedMessages(event)
    if (changed === 'all') this.forget(event.tenant)
    else if (changed.length > 0) {
      const { subscribersOf } = event.audience
      this.#dropWith(event.tenant, changed, subscribersOf, isMove(event))
    }
  }

  /** Everything of an organization: part of its log may have been missed. */
  forget(realmId: number): void {
    const realm = this.#realm(realmId)
    realm.changes += 1
    for (const sequence of realm.sequences.values()) this.#bytes -= sizeOf(sequence)
    realm.sequences.clear()
    realm.places.clear()
  }

  /**
   * Blocks with these messages. If they move, also those around them: in another topic they come to lie between
   * others. (Streams have their messages far apart, so that a block reaches over thousands of messages of others.)
   * Without a stream they may be anywhere.
   */
  #dropWith(realmId: number, ids: readonly number[], streamId: number | undefined, isMove: boolean): void {
    const realm = this.#realms.get(realmId)
    if (!realm) return
    realm.changes += 1
    const { places, sequences } = realm
    const concerned =
      streamId === undefined
        ? sequences.values()
        : [...(places.get(EVERYWHERE) ?? []), ...(places.get(streamId) ?? [])]
    for (const sequence of concerned) {
      for (const id of ids) {
        const block = sequence.at(id)
        if (!block || !(isMove || block.has(id))) continue
        sequence.drop(block)
        this.#bytes -= block.size
      }
    }
  }

  #realm(realmId: number): RealmBlocks {
    let realm = this.#realms.get(realmId)
    if (!realm) {
      realm = { sequences: new Map(), places: new Map(), changes: 0 }
      this.#realms.set(realmId, realm)
    }
    return realm
  }

  #dropSequence(realmId: number, key: string): void {
    const { sequences, places } = this.#realm(realmId)
    const sequence = sequences.get(key)!
    this.#bytes -= sizeOf(sequence)
    sequences.delete(key)
    const neighbours = sequence.place === undefined ? undefined : places.get(sequence.place)
    neighbours?.delete(sequence)
    if (neighbours?.size === 0) places.delete(sequence.place!)
  }

  /** Drops those that were not asked for the longest, a quarter at once. */
  #makeRoom(): void {
    const all: { block: MessageBlock; sequence: BlockSequence }[] = []
    for (const { sequences } of this.#realms.values())
      for (const sequence of sequences.values())
        for (const block of sequence.blocks) all.push({ block, sequence })
    all.sort((one, other) => one.block.used - other.block.used)
    for (const { block, sequence } of all) {
      if (this.#bytes <= this.#limit * 0.75) break
      sequence.drop(block)
      this.#bytes -= block.size
    }
  }
}

function sizeOf({ blocks }: BlockSequence): number {
  let size = 0
  for (const block of blocks) size += block.size
  return size
}

/** Where changes of its messages find it. */
function file({ places }: RealmBlocks, sequence: BlockSequence, { streams }: MessageBlock): void {
  sequence.place = isOfOnePlace(sequence.key) ? (streams[0] ?? IN_PRIVATE) : EVERYWHERE
  const known = places.get(sequence.place)
  if (known) known.add(sequence)
  else places.set(sequence.place, new Set([sequence]))
}
