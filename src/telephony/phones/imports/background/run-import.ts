import { findInstance } from '../../../company/instances/instance-store.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import { Problem } from '../../../problem.ts'
import type { Phones } from '../../phones.ts'
import { createPlanned } from '../create-planned.ts'
import type { ImportRow } from '../import-row.ts'
import { type PlannedRow, planImport } from '../plan-import.ts'
import { endImport } from './end-import.ts'
import { listWaitingRows } from './extension-import-row-store.ts'
import type { ExtensionImportRowsTable, ExtensionImportsTable } from './extension-import-tables.ts'
import { importingActor } from './importing-actor.ts'
import { noteDelay } from './note-delay.ts'
import { settleRows } from './settle-rows.ts'

const ROWS_AT_ONCE = 100

/**
 * Creates the next rows of an import and stores the progress in the same transaction: a crash in between repeats
 * nothing and leaves nothing out. What has become wrong since the request was checked is a fault of its row.
 */
export async function runImport(phones: Phones, running: ExtensionImportsTable): Promise<void> {
  const { database } = phones
  const company = await currentCompany(phones, running.company_id)
  if (!company) return noteDelay(phones, running, 'The company does not exist')
  const stored = await listWaitingRows(database.read, running, ROWS_AT_ONCE)
  if (stored.length === 0) return endImport(phones, company, running, 'completed')
  const instance = await findInstance(database.read, company.id, running.instance_uuid)
  if (!instance) return endImport(phones, company, running, 'failed', 'The instance has been deleted')
  const actor = await importingActor(phones, company, running)
  if (!actor) {
    return endImport(phones, company, running, 'failed', 'The user who started the import has lost access')
  }
  const rows = stored.map((row) => openRow(phones, running, row))
  const planned = await planImport(phones, actor, instance, rows)
  const wrong = rows.filter(({ faults }) => faults.length > 0)
  const right = planned.filter(({ row }) => row.faults.length === 0)
  try {
    if (wrong.length > 0) {
      await phones.transact(company.id, (tx) => settleRows(phones, tx, company, running, [], wrong))
    }
    if (right.length > 0) {
      await createPlanned(phones, actor, instance, right, (tx) =>
        settleRows(phones, tx, company, running, right.map(created), []),
      )
    }
  } catch (error) {
    // 400: a number has just been taken, which the next attempt will find.
    if (!(error instanceof Problem)) throw error
    await noteDelay(phones, running, error.message)
  }
}

const created = ({ row, extension }: PlannedRow) => ({ row: row.index, id: extension.id })

function openRow(
  { secrets }: Phones,
  { columns }: ExtensionImportsTable,
  { row: index, line, value_sealed: sealed }: ExtensionImportRowsTable,
): ImportRow {
  return {
    index,
    value: JSON.parse(secrets.decrypt(sealed!)),
    ...(line !== null && columns !== null && { source: { line, columns: new Map(JSON.parse(columns)) } }),
    faults: [],
  }
}
