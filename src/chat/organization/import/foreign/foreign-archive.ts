import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LineWriter } from '../../../../platform/files/line-writer.ts'
import { membersText } from '../../../streams/recipients/recipient-store.ts'
import type { ArchiveManifest } from '../archive-manifest.ts'
import type { ForeignExport } from './foreign-export.ts'

/** The position in the event log at which everything happened before the log begins. */
export const IMPORTED_AT = 1

interface Place {
  firstMessage: number | null
  lastMessage: number
}

/** An archive in our own format that is being made from an export of another system. Its organization has the id 0. */
export class ForeignArchive {
  readonly folder: string
  /** Not given out by the archive: the ids of its last rows. */
  readonly last = { messages: 0, reactions: 0, attachments: 0 }
  readonly #tables = new Map<string, LineWriter>()
  readonly #recipients = new Map<number, number>()
  readonly #conversations = new Map<string, number>()
  readonly #places = new Map<number, Place>()
  readonly #export: ForeignExport

  constructor(folder: string, source: ForeignExport) {
    this.folder = folder
    this.#export = source
    for (const [index, { id }] of source.streams.entries()) this.#recipients.set(id, index + 1)
  }

  /** Readers may add people until all messages are read. */
  get notificationBotId(): number {
    return largestId(this.#export.people) + 1
  }

  async write(table: string, row: object): Promise<void> {
    let writer = this.#tables.get(table)
    if (!writer) {
      writer = new LineWriter(join(this.folder, 'tables', `${table}.jsonl`))
      this.#tables.set(table, writer)
    }
    await writer.write(row)
  }

  recipientOf(streamId: number): number {
    return this.#recipients.get(streamId)!
  }

  /** The recipient of a private conversation, which begins with its first message. */
  async conversationOf(userIds: readonly number[]): Promise<number> {
    const members = membersText(userIds)
    const known = this.#conversations.get(members)
    if (known !== undefined) return known
    const id = this.#recipients.size + this.#conversations.size + 1
    this.#conversations.set(members, id)
    await this.write('recipients', { realm_id: 0, id, stream_id: null, members })
    return id
  }

  note(recipientId: number, messageId: number): void {
    const place = this.#places.get(recipientId)
    if (place) {
      place.firstMessage = Math.min(place.firstMessage!, messageId)
      place.lastMessage = Math.max(place.lastMessage, messageId)
    } else this.#places.set(recipientId, { firstMessage: messageId, lastMessage: messageId })
  }

  firstMessageOf = (streamId: number) => this.#places.get(this.recipientOf(streamId))?.firstMessage ?? null

  /** Everybody received, and has read, all messages so far. */
  async receive(
    userId: number,
    recipientId: number,
    stream?: { id: number; isArchived: boolean },
  ): Promise<void> {
    const isOver = stream?.isArchived === true
    const keys = { realm_id: 0, user_id: userId, recipient_id: recipientId }
    await this.write('receptions', {
      ...keys,
      stream_id: stream?.id ?? null,
      from_message: 0,
      until_message: isOver ? this.last.messages : null,
      from_event: 0,
      until_event: isOver ? IMPORTED_AT : null,
    })
    if (this.last.messages > 0) {
      await this.write('read_ranges', { ...keys, from_id: 1, to_id: this.last.messages })
    }
  }

  async receiveConversations(): Promise<void> {
    for (const [members, id] of this.#conversations) {
      for (const userId of members.split(',')) await this.receive(Number(userId), id)
    }
  }

  /** Writes the manifest last: without it, the archive is not complete. */
  async finish(): Promise<ArchiveManifest> {
    const { name, streams, emoji } = this.#export
    const tables: Record<string, number> = {}
    for (const [table, writer] of this.#tables) {
      await writer.close()
      tables[table] = writer.count
    }
    const manifest: ArchiveManifest & { format: number } = {
      format: 2,
      organization: { id: 0, host: '', name },
      tables,
      sequences: {
        events: IMPORTED_AT,
        ...this.last,
        users: this.notificationBotId,
        streams: largestId(streams),
        recipients: this.#recipients.size + this.#conversations.size,
        realm_emoji: largestId(emoji),
      },
    }
    await writeFile(join(this.folder, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600 })
    return manifest
  }
}

const largestId = (rows: readonly { id: number }[]) =>
  rows.reduce((largest, { id }) => Math.max(largest, id), 0)
