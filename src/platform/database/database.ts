import type { Kysely } from 'kysely'
import type { PlatformTables } from './platform-tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** Tables of a product together with those that the platform keeps beside them. */
export type With<Tables> = Tables & PlatformTables

/** Where queries of a product run: a reader, a snapshot, or the transaction of a write. */
export type Handle<Tables> = Kysely<With<Tables>>

/** One product's database. Reads see committed data only; writes go through `write`, many to a commit. */
export interface Database<Tables> {
  readonly engine: Engine
  readonly read: Handle<Tables>
  /**
   * Reads what is not of the last moment: on a copy of the database, if there is one that has got as far as this
   * position of the tenant's log.
   */
  history<T>(tenant: number, position: number, work: (db: Handle<Tables>) => Promise<T>): Promise<T>
  /** Several reads of one single moment. */
  snapshot<T>(work: (db: Handle<Tables>) => Promise<T>): Promise<T>
  /** Runs the job alone, commits it (perhaps together with others), and only then resolves. */
  write<T>(tenant: number, job: WriteJob<Tables, T>): Promise<T>
  /** Told of each batch that was committed: how many jobs it had, and how long it took with its commit. */
  onCommit(listener: CommitListener): void
  /** questions that wait for a connection; undefined: there is none to wait for */
  readonly waiting: number | undefined
  /** how long the oldest write has waited for its commit; 0 when none waits */
  readonly oldestWriteSeconds: number
  /** undefined: the database is a file, and there is no link that could fail */
  readonly link: DatabaseLink | undefined
  close(): Promise<void>
}

/** The way to a database that is another process, perhaps on another machine. */
export interface DatabaseLink {
  /** It answers, and takes what is written. */
  readonly isUp: boolean
  /** connections that were given up because nothing came from them */
  readonly destroyed: number
  /** Called each time the database stops answering. */
  onLost(listener: () => void): void
}

export type CommitListener = (jobs: number, seconds: number) => void

export interface WriteJob<Tables, T> {
  /** It takes the tenant's first counter, that of its events: then the whole batch does, before anything else. */
  takesCounter?: boolean
  /** Everything inside happens completely or not at all. */
  work(batch: WriteBatch<Tables>): Promise<T>
  /** Called after the commit and before the promise resolves, in commit order. */
  committed?(): void
}

export interface WriteBatch<Tables> {
  readonly db: Handle<Tables>
  /** A counter of this tenant, held for this batch: nobody else moves it before the commit. */
  sequence(tenant: number, name: string): Promise<Sequence>
}

/** Numbers in commit order, without gaps unless a taker skips one. */
export interface Sequence {
  value: number
}
