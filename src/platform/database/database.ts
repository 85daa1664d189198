import type { Kysely } from 'kysely'
import type { PlatformTables } from './platform-tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** The tables of a product and the platform's tables beside them. */
export type With<Tables> = Tables & PlatformTables

/** Where a product's queries run: a reader, a snapshot, or the transaction of a write. */
export type Handle<Tables> = Kysely<With<Tables>>

/** One product's database. Reads see committed data only. Writes go through `write`, which commits several together. */
export interface Database<Tables> {
  readonly engine: Engine
  readonly read: Handle<Tables>
  /** Reads history. A replica may answer, if it has replicated the tenant's log up to this position. */
  history<T>(tenant: number, position: number, work: (db: Handle<Tables>) => Promise<T>): Promise<T>
  /** Several reads of the same moment. */
  snapshot<T>(work: (db: Handle<Tables>) => Promise<T>): Promise<T>
  /** Runs the job alone, commits it (perhaps together with others), and then resolves. */
  write<T>(tenant: number, job: WriteJob<Tables, T>): Promise<T>
  /**
   * Calls the listener within about a second after any process may have written. No query is made for this; while nobody
   * writes, it is not called.
   */
  onWrite(listener: () => void): void
  /** Called after each committed batch with its number of jobs, and its duration including the commit. */
  onCommit(listener: CommitListener): void
  /** queries that wait for a connection; undefined: the engine has no pool */
  readonly waiting: number | undefined
  /** how long the oldest write has waited for its commit; 0 when none waits */
  readonly oldestWriteSeconds: number
  /** undefined: the database is a file, without a connection that could fail */
  readonly link: DatabaseLink | undefined
  close(): Promise<void>
}

/** The connection to a database server. */
export interface DatabaseLink {
  /** It responds and accepts writes. */
  readonly isUp: boolean
  /** connections that were destroyed because nothing arrived on them */
  readonly destroyed: number
  /** Called each time the database stops responding. */
  onLost(listener: () => void): void
}

export type CommitListener = (jobs: number, seconds: number) => void

export interface WriteJob<Tables, T> {
  /** The job takes the tenant's event counter. Then the batch locks that counter before anything else. */
  takesCounter?: boolean
  /** Atomic: everything is stored, or nothing. */
  work(batch: WriteBatch<Tables>): Promise<T>
  /** Called after the commit and before the promise resolves, in commit order. */
  committed?(): void
}

export interface WriteBatch<Tables> {
  readonly db: Handle<Tables>
  /** A counter of this tenant, locked until the commit. */
  sequence(tenant: number, name: string): Promise<Sequence>
}

/** Numbers in commit order, without gaps unless a caller skips one. */
export interface Sequence {
  value: number
}
