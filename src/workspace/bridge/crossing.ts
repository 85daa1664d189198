import type { ChatTransaction } from '../../chat/chat-platform.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { User } from '../../chat/identity/users/user.ts'
import type { Company } from '../../telephony/identity/company.ts'
import type { TelephonyEvent, TelephonyEventType } from '../../telephony/telephony-event-map.ts'
import type { Workspace } from '../workspace.ts'
import type { BridgedNumbersTable } from './bridge-tables.ts'

/** What the effects of telephony events need to know. */
export interface Crossing {
  readonly workspace: Workspace
  readonly realm: Realm
  readonly company: Company
  /** in whose name the bridge writes */
  readonly bot: User
  /** by number */
  readonly ties: ReadonlyMap<string, BridgedNumbersTable>
}

/** A change of the chat, in the transaction that moves the cursor. It must not wait for anything else. */
export type Effect = (transaction: ChatTransaction) => Promise<void>

/** Prepares the effect of an event; undefined: it has none. It may be called again after a crash. */
export type EffectOf<Type extends TelephonyEventType> = (
  crossing: Crossing,
  event: TelephonyEvent<Type>,
) => Promise<Effect | undefined>
