import { secondsOf, systemClock } from '../../../../../platform/clock.ts'
import { CALLS_ALONE } from '../asterisk-dialplan.ts'
import { type AloneRow, aloneColumns } from './calls-alone-columns.ts'
import { type PhoneRow, phoneColumns } from './phone-columns.ts'
import { type EmergencyRow, emergencyColumns, type TrunkRow, trunkColumns } from './trunk-columns.ts'
import type { Blocked } from './wrong-secrets.ts'

/** Options of all phones, which Switchboard changes while Asterisk runs. */
export const SWITCHES = 'phone_switches'

/** Columns of the table `peers`: other Asterisks. */
export const peerColumns = ['id', 'sip_proxy', 'secret', 'own_name', 'own_secret'] as const

/** Another Asterisk, its secret for calls to this one, and this one's name and secret for calls to it. */
export type PeerRow = Readonly<Record<(typeof peerColumns)[number], string>>

/** Columns of the table `parking_slots`. */
export const slotColumns = ['id', 'number', 'domain'] as const

/** A slot of a parking lot, which phones may watch. */
export type SlotRow = Readonly<Record<(typeof slotColumns)[number], string>>

/** A row of any table, as far as a statement reads it. */
export type AsteriskRow = PhoneRow & TrunkRow & EmergencyRow & AloneRow

/** The tables `phones` and `trunks` in the database that Asterisk reads. Every method throws PbxFailure within seconds. */
export interface PhoneStore {
  find(id: string): Promise<PhoneRow | undefined>
  /** The ids of phones whose secret was replaced after this time. */
  listReplaced(since: number): Promise<readonly string[]>
  /** Whether `addRun` was called for this start of Asterisk. */
  hasRun(startupTime: string): Promise<boolean>
  addRun(startupTime: string): Promise<void>
  put(row: PhoneRow): Promise<void>
  /** Lets phones write this domain with capital letters. */
  addDomain(domain: string): Promise<void>
  remove(id: string): Promise<void>
  /** Whether there was such a phone once. */
  wasRemoved(id: string): Promise<boolean>
  noteRemoval(id: string): Promise<void>
  /** Refuses the phone at the network until then, in seconds. Forgets what has ended, and the oldest of too many. */
  block(blocked: Blocked, until: number): Promise<void>
  unblock(id: string): Promise<void>
  /** The ids of the other Asterisks that this one knows. */
  listPeers(): Promise<readonly string[]>
  putPeer(peer: PeerRow): Promise<void>
  removePeer(id: string): Promise<void>
  listTrunks(): Promise<readonly TrunkRow[]>
  putTrunk(row: TrunkRow): Promise<void>
  removeTrunk(id: string): Promise<void>
  /** The slots of parking lots that phones may watch: `701@a.test`. */
  listSlots(): Promise<readonly string[]>
  putSlot(slot: SlotRow): Promise<void>
  removeSlot(id: string): Promise<void>
  listEmergencies(): Promise<readonly EmergencyRow[]>
  putEmergency(row: EmergencyRow): Promise<void>
  removeEmergency(id: string): Promise<void>
  putBrowser(browser: BrowserRow): Promise<void>
  /** The ids of the browsers of a phone. */
  listBrowsers(phone: string): Promise<readonly string[]>
  removeBrowser(id: string): Promise<void>
  removeBrowsersOf(phone: string): Promise<void>
  /** Removes those that were last put before this time, in seconds. */
  removeOldBrowsers(before: number): Promise<void>
  /** What the dialplan has written of calls without Switchboard. */
  listAlone(): Promise<readonly AloneRow[]>
  removeAlone(callId: string): Promise<void>
  /** Whether Asterisk takes the requests of phones to transfer calls, from the next call on. */
  allowTransfers(isAllowed: boolean): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** A browser: a phone of the same extension, beside its desk phone. */
export interface BrowserRow {
  /** `1001~x@a.test` */
  readonly id: string
  /** `1001@a.test` */
  readonly phone: string
  readonly ha1: string
  /** in seconds */
  readonly seenAt: number
}

const MAX_BLOCKED = 10_000
/** of one phone: Asterisk reads them with each request */
const MAX_NETWORKS = 100

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
  addDomain: `insert into phone_domains (domain) values ($1) on conflict do nothing`,
  remove: `delete from phones where id = $1`,
  wasRemoved: `select id from removed_phones where id = $1`,
  noteRemoval: `insert into removed_phones (id) values ($1) on conflict do nothing`,
  block: `insert into blocked_phones (phone, network, until) values ($1, $2, cast($3 as bigint))
    on conflict (phone, network) do update set until = excluded.until`,
  forgetBlocks: `delete from blocked_phones where until < cast($1 as bigint) or until < coalesce(
    (select until from blocked_phones order by until desc limit 1 offset ${MAX_BLOCKED}), 0)`,
  forgetBlocksOf: `delete from blocked_phones where phone = $1 and until < coalesce(
    (select until from blocked_phones where phone = $1 order by until desc limit 1 offset ${MAX_NETWORKS}), 0)`,
  unblock: `delete from blocked_phones where phone = $1`,
  put: put('phones', phoneColumns),
  listPeers: `select id from peers`,
  putPeer: put('peers', peerColumns),
  removePeer: `delete from peers where id = $1`,
  listTrunks: `select ${trunkColumns.join(', ')} from trunks`,
  putTrunk: put('trunks', trunkColumns),
  removeTrunk: `delete from trunks where id = $1`,
  listEmergencies: `select ${emergencyColumns.join(', ')} from emergency_numbers`,
  putEmergency: put('emergency_numbers', emergencyColumns),
  removeEmergency: `delete from emergency_numbers where id = $1`,
  listSlots: `select id from parking_slots`,
  putSlot: put('parking_slots', slotColumns),
  removeSlot: `delete from parking_slots where id = $1`,
  putBrowser: `insert into browser_phones (id, phone, ha1, seen_at) values ($1, $2, $3, cast($4 as bigint))
    on conflict (id) do update set seen_at = excluded.seen_at`,
  listBrowsers: `select id from browser_phones where phone = $1`,
  removeBrowser: `delete from browser_phones where id = $1`,
  removeBrowsersOf: `delete from browser_phones where phone = $1`,
  removeOldBrowsers: `delete from browser_phones where seen_at < cast($1 as bigint)`,
  listAlone: `select ${aloneColumns.join(', ')} from ${CALLS_ALONE}`,
  removeAlone: `delete from ${CALLS_ALONE} where call_id = $1`,
  allowTransfers: `insert into ${SWITCHES} (id, value) values ('allow_transfer', $1)
    on conflict (id) do update set value = excluded.value`,
  // Checks the table, not only the connection.
  ping: `select 1 from phones limit 1`,
} as const

export type PhoneStatement = keyof typeof phoneStatements

export type RunPhoneStatement = (
  statement: PhoneStatement,
  values?: readonly string[],
) => Promise<readonly Partial<AsteriskRow>[]>

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
    async addDomain(domain) {
      await run('addDomain', [domain])
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
    async block({ phone, network }, until) {
      await Promise.all([
        run('forgetBlocks', [String(secondsOf(systemClock))]),
        run('block', [phone, network, String(until)]),
        run('forgetBlocksOf', [phone]),
      ])
    },
    async unblock(id) {
      await run('unblock', [id])
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
    async listTrunks() {
      return (await run('listTrunks')) as readonly TrunkRow[]
    },
    async putTrunk(row) {
      await run(
        'putTrunk',
        trunkColumns.map((column) => row[column]),
      )
    },
    async removeTrunk(id) {
      await run('removeTrunk', [id])
    },
    async listSlots() {
      return (await run('listSlots')).map(({ id }) => id!)
    },
    async putSlot(slot) {
      await run(
        'putSlot',
        slotColumns.map((column) => slot[column]),
      )
    },
    async removeSlot(id) {
      await run('removeSlot', [id])
    },
    async listEmergencies() {
      return (await run('listEmergencies')) as readonly EmergencyRow[]
    },
    async putEmergency(row) {
      await run(
        'putEmergency',
        emergencyColumns.map((column) => row[column]),
      )
    },
    async removeEmergency(id) {
      await run('removeEmergency', [id])
    },
    async putBrowser({ id, phone, ha1, seenAt }) {
      await run('putBrowser', [id, phone, ha1, String(seenAt)])
    },
    async listBrowsers(phone) {
      return (await run('listBrowsers', [phone])).map(({ id }) => id!)
    },
    async removeBrowser(id) {
      await run('removeBrowser', [id])
    },
    async removeBrowsersOf(phone) {
      await run('removeBrowsersOf', [phone])
    },
    async removeOldBrowsers(before) {
      await run('removeOldBrowsers', [String(before)])
    },
    async listAlone() {
      return (await run('listAlone')) as readonly AloneRow[]
    },
    async removeAlone(callId) {
      await run('removeAlone', [callId])
    },
    async allowTransfers(isAllowed) {
      await run('allowTransfers', [isAllowed ? 'yes' : 'no'])
    },
    async ping() {
      await run('ping')
    },
    close,
  }
}
