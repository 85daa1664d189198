import { recordChanges } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { checkBody } from '../../http/check-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { findContacts } from '../../identity/contact-store.ts'
import type { TelephonyDb, TelephonyTransaction } from '../../telephony-platform.ts'
import {
  type NewExtensionInput,
  type PlannedExtension,
  planExtension,
} from '../extensions/create-extension.ts'
import { type Extension, extensionRow, pbxAccountOf } from '../extensions/extension.ts'
import { NewExtension } from '../extensions/extension-input.ts'
import { showExtensions } from '../extensions/show-extension.ts'
import { changePbxInBulk } from '../pbx/change-pbx-in-bulk.ts'
import { forEachConcurrently } from '../pbx/for-each-concurrently.ts'
import { checkStillHolds, letPhoneIn } from '../pbx/let-phones-in.ts'
import type { Phones } from '../phones.ts'
import { checkAllRows, type ImportReport, importReport } from './import-report.ts'
import { addFault, clearFaults, type ImportRow, withFaults } from './import-row.ts'
import { findTakenNumbers, insertExtensions } from './import-store.ts'
import { lookUpReferences } from './look-up-references.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

interface PlannedRow extends PlannedExtension {
  row: ImportRow
}

/** Creates all extensions or none, in the PBX and in the database. */
export async function importExtensions(
  phones: Phones,
  actor: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
  dryRun: boolean,
): Promise<ImportReport> {
  const { database } = phones
  const planned = await planExtensions(phones, actor, instance, rows)
  await checkNumbers(database.read, instance, planned)
  if (dryRun) return importReport(rows)
  checkAllRows(rows)
  const byNumber = new Map(planned.map((plan) => [plan.extension.number, plan]))
  const extensions = planned.map(({ extension }) => extension)
  return changePbxInBulk(
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
        const { extension, secret, letIn } = byNumber.get(number)!
        return letPhoneIn(pbx, pbxAccountOf(extension, instance, secret), letIn)
      },
      async commit(tx) {
        await checkUsers(tx.db, instance, planned)
        for (let start = 0; start < extensions.length; start += AT_ONCE) {
          await addExtensions(phones, tx, actor, extensions.slice(start, start + AT_ONCE))
          await yieldToEventLoop()
        }
        return importReport(
          rows,
          extensions.map(({ id }) => id),
        )
      },
    },
  )
}

const AT_ONCE = 100

async function addExtensions(
  phones: Phones,
  tx: TelephonyTransaction,
  actor: Actor,
  extensions: readonly Extension[],
): Promise<void> {
  await insertExtensions(tx.db, extensions.map(extensionRow))
  const views = await showExtensions(phones, tx.db, actor, extensions)
  const changes = views.map((after) => ({
    action: 'extension.created' as const,
    id: after._id,
    before: null,
    after,
  }))
  await recordChanges(tx, phones.clock, actor, changes)
}

/** How many look-ups run at once. */
const WIDTH = 4

/** Checks each row like a single extension. */
async function planExtensions(
  phones: Phones,
  actor: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
): Promise<PlannedRow[]> {
  await lookUpReferences(phones, actor, rows)
  const planned: PlannedRow[] = []
  await forEachConcurrently(rows, WIDTH, async (row) => {
    const plan = await withFaults(row, () => {
      const input = checkBody(NewExtension, row.value) as NewExtensionInput
      return planExtension(phones, actor, instance, input)
    })
    if (plan) planned[row.index] = { row, ...plan }
    if (row.index % AT_ONCE === 0) await yieldToEventLoop()
  })
  return planned.filter((plan) => plan !== undefined)
}

async function checkNumbers(
  db: TelephonyDb,
  instance: Instance,
  planned: readonly PlannedRow[],
): Promise<void> {
  const numbers = planned.map(({ extension }) => extension.number)
  const taken = await findTakenNumbers(db, instance.company_id, instance.uuid, numbers)
  const firstRows = new Map<number, number>()
  const pointer = '/data/id'
  for (const { row, extension } of planned) {
    const { number } = extension
    const first = firstRows.get(number)
    firstRows.set(number, first ?? row.index)
    if (taken.has(number)) {
      addFault(row, { pointer, detail: `${number} is taken: extension ${number} already exists` })
    } else if (first !== undefined) addFault(row, { pointer, detail: `${number} is also in row ${first}` })
  }
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
    for (const { extension, letIn } of planned) {
      const user = users.get(extension.user_id ?? '')
      if (user) checkStillHolds(user, letIn)
    }
  }
}
