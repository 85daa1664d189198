import { type Static, Type } from '@sinclair/typebox'
import type { Server } from 'socket.io'
import type { PersonPresences } from '../../identity/person-presences.ts'
import { PresenceSchema } from '../../status/user-status-events.ts'
import { changesRoom } from './pushed-events.ts'
import type { CompanyHolder } from './socket-sessions.ts'

const strict = { additionalProperties: false }

export const PresencesUpdatedSchema = Type.Object(
  { users: Type.Array(Type.Object({ user_id: Type.String(), presence: PresenceSchema }, strict)) },
  strict,
)

/**
 * Pushes who has come online or gone in the chat, to sockets that asked for changes. It is not in the log: a client that
 * comes back reads the list again. A company without such sockets costs nothing.
 */
export function createPresencePush(presences: PersonPresences, io: Server): CompanyHolder {
  const endings = new Map<number, () => void>()
  return {
    hold(companyId) {
      const end = presences.watch(companyId, (changed) => {
        const payload: Static<typeof PresencesUpdatedSchema> = {
          users: [...changed].map(([user_id, presence]) => ({ user_id, presence })),
        }
        io.to(changesRoom(companyId, true)).emit('user_presence_updated', payload)
      })
      endings.set(companyId, end)
    },
    release(companyId) {
      endings.get(companyId)?.()
      endings.delete(companyId)
    },
  }
}
