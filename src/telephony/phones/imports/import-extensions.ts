import type { Instance } from '../../company/instances/instance.ts'
import { Answer } from '../../http/answer.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Phones } from '../phones.ts'
import { startImport } from './background/start-import.ts'
import { createPlanned } from './create-planned.ts'
import { checkAllRows, type ImportReport, importReport } from './import-report.ts'
import type { ImportRow } from './import-row.ts'
import { lookUpReferences } from './look-up-references.ts'
import { planImport } from './plan-import.ts'

/** Larger imports run in the background, because each phone takes a request to the PBX. */
const MOST_AT_ONCE = 500

export interface ImportWishes {
  dryRun: boolean
  /** The client wants to follow the progress (`Prefer: respond-async`). */
  inBackground: boolean
}

/** Checks all rows first. Creates all extensions or none; in the background, one part after the other. */
export async function importExtensions(
  phones: Phones,
  actor: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
  { dryRun, inBackground }: ImportWishes,
): Promise<ImportReport | Answer> {
  await lookUpReferences(phones, actor, rows)
  const planned = await planImport(phones, actor, instance, rows)
  if (dryRun) return importReport(rows)
  checkAllRows(rows)
  if (inBackground || rows.length > MOST_AT_ONCE) {
    const view = await startImport(phones, actor, instance, rows)
    return new Answer(view, { status: 202, headers: { location: `/imports/${view.id}` } })
  }
  await createPlanned(phones, actor, instance, planned)
  return importReport(
    rows,
    planned.map(({ extension }) => extension.id),
  )
}
