import type { Db } from '../chat.ts'
import { listReceptions } from '../recipients/recipient-store.ts'
import type { ReceptionsTable } from '../recipients/recipients-table.ts'
import type { Actor } from '../users/user.ts'
import type { CompiledNarrow } from './condition.ts'
import type { Found } from './search-store.ts'

/** What of the messages that fit a narrow the actor may see. */
export class Visibility {
  readonly #periods = new Map<number, ReceptionsTable[]>()
  readonly #openStreams: ReadonlySet<number>

  constructor(receptions: readonly ReceptionsTable[], openStreams: ReadonlySet<number>) {
    this.#openStreams = openStreams
    for (const row of receptions) {
      const periods = this.#periods.get(row.recipient_id)
      if (periods) periods.push(row)
      else this.#periods.set(row.recipient_id, [row])
    }
  }

  /** Everything that could come: streams and conversations that the actor is or was in. */
  get recipientIds(): number[] {
    return [...this.#periods.keys()]
  }

  canSee(message: Found): boolean {
    if (message.stream_id !== null && this.#openStreams.has(message.stream_id)) return true
    return this.hasReceived(message.id, message.recipient_id)
  }

  hasReceived(messageId: number, recipientId: number): boolean {
    const periods = this.#periods.get(recipientId)
    if (!periods) return false
    return periods.some(
      (period) =>
        messageId > period.from_message &&
        (period.until_message === null || messageId <= period.until_message),
    )
  }
}

export async function loadVisibility(db: Db, actor: Actor, narrow: CompiledNarrow): Promise<Visibility> {
  return new Visibility(await listReceptions(db, actor.realm.id, actor.user.id), narrow.openStreams)
}
