import { type PhoneRow, phoneColumns } from './phone-columns.ts'

/** Columns of the table `peers`: other Asterisks. */
export const peerColumns = ['id', 'sip_proxy', 'secret', 'own_name', 'own_secret'] as const

/** Another Asterisk, its secret for calls to this one, and this one's name and secret for calls to it. */
export type PeerRow = Readonly<Record<(typeof peerColumns)[number], string>>

/** The table `phones` in the database that Asterisk reads. Every method throws PbxFailure within seconds. */
export interface PhoneStore {
  find(id: string): Promise<PhoneRow | undefined>
  /** The ids of phones whose secret was replaced after this time. */
  listReplaced(since: number): Promise<readonly string[]>
  /** Whether `addRun` was called for this start of Asterisk. */
  hasRun(startupTime: string): Promise<boolean>
  addRun(startupTime: string): Promise<void>
  put(row: PhoneRow): Promise<void>
  remove(id: string): Promise<void>
  /** Whether there was such a phone once. */
  wasRemoved(id: string): Promise<boolean>
  noteRemoval(id: string): Promise<void>
  /** The ids of the other Asterisks that this one knows. */
  listPeers(): Promise<readonly string[]>
  putPeer(peer: PeerRow): Promise<void>
  removePeer(id: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

const put = (table: string, columns: readonly string[]) => `insert into ${table} (${columns.join(', ')})
  values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
  on conflict (id) do update set ${columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

export const phoneStatements = {
  find: `select ${phoneColumns.join(', ')} from phones where id = $1`,
  listReplaced: `select id from phones where cast(replaced_at as bigint) > cast($1 as bigint)`,
  hasRun: `select startup_time as id from asterisk_runs where startup_time = $1`,
  addRun: `insert into asterisk_runs (startup_time) values ($1) on conflict do nothing`,
  put: put('phones', phoneColumns),
  remove: `delete from phones where id = $1`,
  wasRemoved: `select id from removed_phones where id = $1`,
  noteRemoval: `insert into removed_phones (id) values ($1) on conflict do nothing`,
  listPeers: `select id from peers`,
  putPeer: put('peers', peerColumns),
  removePeer: `delete from peers where id = $1`,
  // Checks the table, not only the connection.
  ping: `select 1 from phones limit 1`,
} as const

export type PhoneStatement = keyof typeof phoneStatements

export type RunPhoneStatement = (
  statement: PhoneStatement,
  values?: readonly string[],
) => Promise<readonly Partial<PhoneRow>[]>

/** The store on either engine, which differ in how a statement is run. */
export function createPhoneStore(run: RunPhoneStatement, close: () => Promise<void>): PhoneStore {
  return {
    async find(id) {
      const [row] = await run('find', [id])
      return row as PhoneRow | undefined
    },
    async listReplaced(since) {
      const rows = await run('listReplaced', [String(since)])
      return rows.map(({ id }) => id!)
    },
    async hasRun(startupTime) {
      return (await run('hasRun', [startupTime])).length > 0
    },
    async addRun(startupTime) {
      await run('addRun', [startupTime])
    },
    async put(row) {
      await run(
        'put',
        phoneColumns.map((column) => row[column]),
      )
    },
    async remove(id) {
      await run('remove', [id])
    },
    async wasRemoved(id) {
      return (await run('wasRemoved', [id])).length > 0
    },
    async noteRemoval(id) {
      await run('noteRemoval', [id])
    },
    async listPeers() {
      return (await run('listPeers')).map(({ id }) => id!)
    },
    async putPeer(peer) {
      await run(
        'putPeer',
        peerColumns.map((column) => peer[column]),
      )
    },
    async removePeer(id) {
      await run('removePeer', [id])
    },
    async ping() {
      await run('ping')
    },
    close,
  }
}
