import type { Chat } from '../chat.ts'
import type { MessageBlock } from '../message-blocks/message-block.ts'
import { isWithin, periodsKey, type ReceptionPeriods } from '../recipients/reception-periods.ts'
import type { ReceptionsTable } from '../recipients/recipients-table.ts'
import type { Actor } from '../users/user.ts'
import type { CompiledNarrow } from './condition.ts'
import type { Found } from './search-store.ts'

/** What of the messages that fit a narrow the actor may see. */
export class Visibility {
  readonly #periods: ReceptionPeriods
  readonly #openRecipients: ReadonlySet<number>

  constructor(periods: ReceptionPeriods, openRecipients: ReadonlySet<number>) {
    this.#periods = periods
    this.#openRecipients = openRecipients
  }

  /** Everything that could come: streams and conversations that the actor is or was in. */
  get recipientIds(): number[] {
    return [...this.#periods.keys()]
  }

  /** The one in which the actor receives now what this recipient gets. */
  openPeriod(recipientId: number): ReceptionsTable | undefined {
    return this.#periods.get(recipientId)?.find((period) => period.until_message === null)
  }

  canSee(message: Found): boolean {
    return this.#openRecipients.has(message.recipientId) || this.hasReceived(message.id, message.recipientId)
  }

  /** The same for a whole block at once; false: message by message. */
  seesAll(block: MessageBlock): boolean {
    return block.recipients.every((id) => this.#openRecipients.has(id) || this.#hasReceivedAll(block, id))
  }

  receivedAll(block: MessageBlock): boolean {
    return block.recipients.every((id) => this.#hasReceivedAll(block, id))
  }

  #hasReceivedAll({ ids }: MessageBlock, recipientId: number): boolean {
    const periods = this.#periods.get(recipientId)
    const last = ids[ids.length - 1]!
    return periods?.some((period) => isWithin(period, ids[0]!) && isWithin(period, last)) ?? false
  }

  hasReceived(messageId: number, recipientId: number): boolean {
    return this.#periods.get(recipientId)?.some((period) => isWithin(period, messageId)) ?? false
  }
}

export async function loadVisibility(chat: Chat, actor: Actor, narrow: CompiledNarrow): Promise<Visibility> {
  const periods = await chat.receptionPeriods.get(periodsKey(actor.realm.id, actor.user.id))
  return new Visibility(periods, narrow.openRecipients)
}
