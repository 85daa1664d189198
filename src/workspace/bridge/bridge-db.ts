import type { Db } from '../../chat/chat-platform.ts'
import type { ChatTables } from '../../chat/chat-tables.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { WorkspaceTables } from '../accounts/workspace-tables.ts'
import type { BridgeTables } from './bridge-tables.ts'

/** The tables of the bridge beside those of the chat. */
export const bridgeDb = (db: Db): Handle<ChatTables & WorkspaceTables & BridgeTables> => uncheckedCast(db)
