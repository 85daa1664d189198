import { recordChange } from '../../../company/audit/record-change.ts'
import type { Instance } from '../../../company/instances/instance.ts'
import type { Actor } from '../../../identity/actor.ts'
import { newObjectId } from '../../../object-id.ts'
import { conflict } from '../../../problem.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import type { ImportRow } from '../import-row.ts'
import { importUpdated } from './extension-import-events.ts'
import { insertImportRows } from './extension-import-row-store.ts'
import { countRunningImports, insertImport } from './extension-import-store.ts'
import type { ExtensionImportRowsTable, ExtensionImportsTable } from './extension-import-tables.ts'
import { type ImportView, importView } from './extension-import-view.ts'

const MOST_RUNNING = 10

/** Stores checked rows. The leader creates them: see run-import.ts. */
export async function startImport(
  { clock, secrets, transact }: TelephonyPlatform,
  actor: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
): Promise<ImportView> {
  const { company } = actor
  const started = newImport(newObjectId(clock), actor, instance, rows, clock.now())
  const stored = rows.map(
    (row): ExtensionImportRowsTable => ({
      company_id: company.id,
      import_id: started.id,
      row: row.index,
      line: row.source?.line ?? null,
      status: 'waiting',
      value_sealed: secrets.encrypt(JSON.stringify(row.value)),
      extension_id: null,
      errors: '[]',
    }),
  )
  return transact(company.id, async (tx) => {
    if ((await countRunningImports(tx.db, company.id)) >= MOST_RUNNING) {
      throw conflict(`${MOST_RUNNING} imports are running already; try again when one has ended`)
    }
    await insertImport(tx.db, started)
    await insertImportRows(tx.db, stored)
    const after = importView(started, company.public_id)
    await recordChange(tx, clock, actor, { action: 'import.started', id: started.id, before: null, after })
    tx.announce(importUpdated(company, after))
    return after
  })
}

function newImport(
  id: string,
  { caller, company, contact }: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
  now: number,
): ExtensionImportsTable {
  const columns = rows[0]?.source?.columns
  const person = caller.kind === 'person' ? caller : undefined
  return {
    company_id: company.id,
    id,
    instance_uuid: instance.uuid,
    contact_id: contact.id,
    api_key_id: caller.kind === 'key' ? caller.apiKey.id : null,
    role: person?.role ?? null,
    owner_id: person?.owner?.id ?? null,
    status: 'running',
    total: rows.length,
    created: 0,
    failed: 0,
    problem: null,
    columns: columns ? JSON.stringify([...columns]) : null,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
    updated_at: now,
    ended_at: null,
  }
}
