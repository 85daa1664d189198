import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { skipDowntime } from './event-queue-store.ts'
import { type MaintenanceTable, maintenanceTable } from './maintenance-table.ts'

const KEY = { id: 1 }

/** A pseudo tenant: it concerns all organizations. */
const NO_TENANT = 0

const MAX_MESSAGE_LENGTH = 500

const DEFAULT_MESSAGE = 'This server is being maintained. It will be back soon.'

/** undefined: the servers serve. */
export const findMaintenance = (db: Db): Promise<MaintenanceTable | undefined> =>
  maintenanceTable.find(db, KEY)

/** From now on all servers refuse requests with this message. A second call changes the message. */
export async function beginMaintenance(
  { database, clock }: ChatPlatform,
  given: string | undefined,
): Promise<MaintenanceTable> {
  const message = given?.trim() || DEFAULT_MESSAGE
  if (message.length > MAX_MESSAGE_LENGTH) {
    throw badRequest(`The message is too long (limit: ${MAX_MESSAGE_LENGTH} characters).`)
  }
  if (/\p{Cc}/u.test(message)) throw badRequest('The message must be one line of text.')
  return database.write(NO_TENANT, {
    async work({ db }) {
      const since = await findMaintenance(db)
      const row = { ...KEY, message, began_at: since?.began_at ?? secondsOf(clock) }
      await maintenanceTable.put(db, row)
      return row
    },
  })
}

/** False: there was none. Event queues could not be polled meanwhile, so that time does not count for them. */
export function endMaintenance({ database, clock }: ChatPlatform): Promise<boolean> {
  return database.write(NO_TENANT, {
    async work({ db }) {
      if (!(await findMaintenance(db))) return false
      await skipDowntime(db, secondsOf(clock))
      await maintenanceTable.remove(db, KEY)
      return true
    },
  })
}
