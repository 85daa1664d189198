import type { Socket } from 'socket.io'
import type { SocketIdentity } from './socket-identity.ts'

/** An authenticated socket. */
export interface Session extends SocketIdentity {
  readonly socket: Socket
  readonly timezone: string
  /** has asked for `changed` events */
  readonly wantsChanges: boolean
  /** may manage the whole company, as far as was known when it was last checked */
  manages: boolean
  /** epoch milliseconds when the key stops working; null: never */
  keyExpiresAt: number | null
  /** receives events as they happen; false while it catches up */
  live: boolean
  /** while it is not live: the position of the last event sent */
  position: number
  /** its key or user has changed: it receives nothing until that has been checked */
  unchecked: boolean
  /** requests without a response yet */
  inFlight: number
  /** how many checks in a row have found too much unsent */
  slowLooks: number
}

export interface Sessions {
  readonly size: number
  add(session: Session): void
  remove(session: Session): void
  ofCompany(companyId: number): Iterable<Session>
  all(): Iterable<Session>
}

/** Is told which companies have sockets on this node. */
export interface CompanyHolder {
  hold(companyId: number): void
  release(companyId: number): void
}

/** `changes`: is told which of them have sockets that asked for changes. */
export function createSessions(holder: CompanyHolder, changes: CompanyHolder): Sessions {
  const all = new Set<Session>()
  const wanting = new Map<number, number>()
  const byCompany = new Map<number, Set<Session>>()
  return {
    get size() {
      return all.size
    },
    add(session) {
      all.add(session)
      if (session.wantsChanges) {
        const before = wanting.get(session.companyId) ?? 0
        wanting.set(session.companyId, before + 1)
        if (before === 0) changes.hold(session.companyId)
      }
      const company = byCompany.get(session.companyId)
      if (company) company.add(session)
      else {
        byCompany.set(session.companyId, new Set([session]))
        holder.hold(session.companyId)
      }
    },
    remove(session) {
      if (!all.delete(session)) return
      if (session.wantsChanges) {
        const left = wanting.get(session.companyId)! - 1
        if (left > 0) wanting.set(session.companyId, left)
        else {
          wanting.delete(session.companyId)
          changes.release(session.companyId)
        }
      }
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
