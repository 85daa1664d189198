import type { Company } from '../../../identity/company.ts'
import { conflict } from '../../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../../telephony-platform.ts'
import type { ImportRow } from '../import-row.ts'
import { importUpdated } from './extension-import-events.ts'
import { settleImportRow } from './extension-import-row-store.ts'
import { changeRunningImport, findImport } from './extension-import-store.ts'
import type { ExtensionImportsTable } from './extension-import-tables.ts'
import { importView } from './extension-import-view.ts'

/** Stores what became of rows. Fails if the import was cancelled, or if another server was faster. */
export async function settleRows(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  running: ExtensionImportsTable,
  created: readonly { row: number; id: string }[],
  failed: readonly ImportRow[],
): Promise<void> {
  const settled = [
    ...created.map(({ row, id }) => ({
      row,
      result: { status: 'created' as const, extension_id: id, errors: '[]' },
    })),
    ...failed.map(({ index, faults }) => ({
      row: index,
      result: { status: 'failed' as const, extension_id: null, errors: JSON.stringify(faults) },
    })),
  ]
  for (const { row, result } of settled) {
    if (!(await settleImportRow(tx.db, running, row, result)))
      throw conflict('Another server has this import')
  }
  const now = await findImport(tx.db, company.id, running.id)
  const after =
    now &&
    (await changeRunningImport(tx.db, running, {
      created: now.created + created.length,
      failed: now.failed + failed.length,
      problem: null,
      attempts: 0,
      updated_at: clock.now(),
    }))
  if (!after) throw conflict('The import was cancelled')
  tx.announce(importUpdated(company, importView(after, company.public_id)))
}
