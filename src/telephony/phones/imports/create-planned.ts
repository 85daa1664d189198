import { recordChanges } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import type { Actor } from '../../identity/actor.ts'
import { findContacts } from '../../identity/contact-store.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../telephony-platform.ts'
import { listRouteNumbers } from '../call-routes/call-route-store.ts'
import { changePbx } from '../extensions/accounts/change-pbx.ts'
import { type Extension, extensionRow, extensionsTable, pbxAccountOf } from '../extensions/extension.ts'
import { showExtensions } from '../extensions/show-extension.ts'
import { checkStillHolds, setRegistrable } from '../pbx/registrable-phones.ts'
import type { Phones } from '../phones.ts'
import { checkAllRows } from './import-report.ts'
import { clearFaults } from './import-row.ts'
import { checkNumbers, type PlannedRow } from './plan-import.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

const AT_ONCE = 100

/** Creates all extensions or none, in the PBX and in the database. `alsoCommit` runs in the same transaction. */
export async function createPlanned(
  phones: Phones,
  actor: Actor,
  instance: Instance,
  planned: readonly PlannedRow[],
  alsoCommit: (tx: TelephonyTransaction) => Promise<void> = async () => {},
): Promise<void> {
  const byNumber = new Map(planned.map((plan) => [plan.extension.number, plan]))
  const extensions = planned.map(({ extension }) => extension)
  const rows = planned.map(({ row }) => row)
  await changePbx(
    phones,
    { instance, numbers: [...byNumber.keys()] },
    {
      async check(db) {
        clearFaults(rows)
        // A number may have been taken in the meantime.
        await checkNumbers(db, instance, planned)
        checkAllRows(rows)
      },
      apply(pbx, number) {
        const { extension, secret, registrable } = byNumber.get(number)!
        return setRegistrable(pbx, pbxAccountOf(extension, instance, secret), registrable)
      },
      async commit(tx) {
        await checkRoutes(tx.db, instance, byNumber)
        await checkUsers(tx.db, instance, planned)
        for (let start = 0; start < extensions.length; start += AT_ONCE) {
          await addExtensions(phones, tx, actor, extensions.slice(start, start + AT_ONCE))
          await yieldToEventLoop()
        }
        await alsoCommit(tx)
      },
    },
  )
}

async function addExtensions(
  phones: Phones,
  tx: TelephonyTransaction,
  actor: Actor,
  extensions: readonly Extension[],
): Promise<void> {
  await extensionsTable.insert(tx.db, extensions.map(extensionRow))
  const views = await showExtensions(phones, tx.db, actor, extensions)
  const changes = views.map((after) => ({
    action: 'extension.created' as const,
    id: after._id,
    before: null,
    after,
  }))
  await recordChanges(tx, phones.clock, actor, changes)
}

/** A ring group may have taken a number in the meantime. */
async function checkRoutes(
  db: TelephonyDb,
  instance: Instance,
  planned: ReadonlyMap<number, unknown>,
): Promise<void> {
  const routes = await listRouteNumbers(db, instance.company_id, instance.uuid)
  const taken = routes.find((number) => planned.has(number))
  if (taken !== undefined) throw conflict(`${taken} has been taken in the meantime; try again`)
}

/** A user may have been enabled or disabled in the meantime. */
async function checkUsers(
  db: TelephonyDb,
  instance: Instance,
  planned: readonly PlannedRow[],
): Promise<void> {
  const ids = [...new Set(planned.flatMap(({ extension }) => extension.user_id ?? []))]
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const users = await findContacts(db, instance.company_id, ids.slice(start, start + AT_ONCE))
    for (const { extension, registrable } of planned) {
      const user = users.get(extension.user_id ?? '')
      if (user) checkStillHolds(user, registrable)
    }
  }
}
