import type { Socket } from 'socket.io'
import type { SocketIdentity } from './socket-identity.ts'

/** A socket whose user is known. */
export interface Session extends SocketIdentity {
  readonly socket: Socket
  readonly timezone: string
  /** epoch milliseconds when the key stops working; null: never */
  keyExpiresAt: number | null
  /** hears events as they happen; otherwise it is being caught up */
  live: boolean
  /** while it is not live: up to where it has been told */
  position: number
  /** something about its key or user has changed: until that is looked at, it hears nothing */
  unchecked: boolean
  /** what it has asked for and not yet been answered */
  inFlight: number
  /** how often in a row it was found with too much unread */
  slowLooks: number
}

export interface Sessions {
  readonly size: number
  add(session: Session): void
  remove(session: Session): void
  ofCompany(companyId: number): Iterable<Session>
  all(): Iterable<Session>
}

/** Who wants to know which companies have anybody here. */
export interface CompanyHolder {
  hold(companyId: number): void
  release(companyId: number): void
}

export function createSessions(holder: CompanyHolder): Sessions {
  const all = new Set<Session>()
  const byCompany = new Map<number, Set<Session>>()
  return {
    get size() {
      return all.size
    },
    add(session) {
      all.add(session)
      const company = byCompany.get(session.companyId)
      if (company) company.add(session)
      else {
        byCompany.set(session.companyId, new Set([session]))
        holder.hold(session.companyId)
      }
    },
    remove(session) {
      if (!all.delete(session)) return
      const company = byCompany.get(session.companyId)
      company?.delete(session)
      if (company?.size !== 0) return
      byCompany.delete(session.companyId)
      holder.release(session.companyId)
    },
    ofCompany: (companyId) => byCompany.get(companyId) ?? [],
    all: () => all,
  }
}
