import type { Database } from '../../../platform/database/database.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { TelephonyTables } from '../../telephony-tables.ts'
import {
  type CallStatus,
  type Pbx,
  type PbxAccount,
  type PbxAddress,
  type PbxEvent,
  PbxFailure,
  type PhoneEvent,
  type SubscriberState,
} from './pbx.ts'
import { pbxAccountsTable } from './pbx-tables.ts'

/** The embedded PBX has no SIP: tests and demos report what its phones do. */
export interface EmbeddedPbx extends Pbx {
  report(address: PbxAddress, happened: { state?: SubscriberState; callStatus?: CallStatus }): Promise<void>
  reportCall(event: Exclude<PbxEvent, PhoneEvent>): void
}

/** Its writes belong to no company, like those of a separate server. */
const PBX = 0

/** Stores accounts like a SIP server, but in our own database, so that everything works without one. */
export function createEmbeddedPbx(database: Database<TelephonyTables>): EmbeddedPbx {
  const listeners: ((event: PbxEvent) => void)[] = []
  const tell = (event: PbxEvent) => {
    for (const listener of listeners) listener(event)
  }
  return {
    async put(account) {
      const known = await pbxAccountsTable.find(database.read, account)
      await database.write(PBX, { work: ({ db }) => putAccount(db, account) })
      if (known && known.ha1 !== account.ha1 && known.state !== 'UNAUTHENTICATED') {
        await this.report(account, { state: 'UNAUTHENTICATED' })
      }
    },
    async remove(address) {
      await database.write(PBX, { work: ({ db }) => pbxAccountsTable.remove(db, address) })
    },
    async registration(address) {
      const account = await pbxAccountsTable.find(database.read, address)
      return { state: account?.state ?? 'UNAUTHENTICATED', bindings: [] }
    },
    async report(address, { state, callStatus }) {
      if (!(await pbxAccountsTable.find(database.read, address)))
        throw new PbxFailure('No phone may register as this number')
      await database.write(PBX, {
        work: ({ db }) =>
          pbxAccountsTable.update(db, address, {
            ...(state && { state }),
            ...(callStatus && { call_status: callStatus }),
          }),
      })
      if (state) tell({ kind: 'registration', address, state })
      if (callStatus) tell({ kind: 'call', address, status: callStatus })
    },
    reportCall: tell,
    listen: (listener) => void listeners.push(listener),
    look() {},
    ping: async () => {},
    // There is nothing to listen to: `report` notifies the listeners.
    start: async () => {},
    stop: async () => {},
    close: async () => {},
  }
}

async function putAccount(db: TelephonyDb, account: PbxAccount): Promise<void> {
  const { domain, number, ha1, displayName: display_name } = account
  await db
    .insertInto('pbx_accounts')
    .values({ domain, number, ha1, display_name, state: 'UNAUTHENTICATED', call_status: 'idle' })
    .onConflict((on) => on.columns(['domain', 'number']).doUpdateSet({ ha1, display_name }))
    .execute()
}
