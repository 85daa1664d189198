import { recordChange } from '../../company/audit/record-change.ts'
import type { Instance } from '../../company/instances/instance.ts'
import { locationsTable } from '../../company/locations/location.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Actor } from '../../identity/actor.ts'
import { findContactIdsByEmail } from '../../identity/contact-store.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Phones } from '../phones.ts'
import { type ImportView, importUpdated, importView } from './background/extension-import-events.ts'
import { countRunningImports, insertImport, insertImportRows } from './background/extension-import-store.ts'
import type { ExtensionImportRowsTable, ExtensionImportsTable } from './background/extension-import-tables.ts'
import { createPlanned } from './create-planned.ts'
import { checkAllRows, type ImportReport, importReport } from './import-report.ts'
import { addFault, type ImportRow } from './import-row.ts'
import { planImport } from './plan-import.ts'

const MAX_RUNNING = 10

/** Larger imports run in the background, because each phone takes a request to the PBX. */
const MAX_CONCURRENT = 500

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
): Promise<ImportReport | HttpResponse> {
  await lookUpReferences(phones, actor, rows)
  const planned = await planImport(phones, actor, instance, rows)
  if (dryRun) return importReport(rows)
  checkAllRows(rows)
  if (inBackground || rows.length > MAX_CONCURRENT) {
    const view = await startImport(phones, actor, instance, rows)
    return new HttpResponse(view, { status: 202, headers: { location: `/imports/${view.id}` } })
  }
  await createPlanned(phones, actor, instance, planned)
  return importReport(
    rows,
    planned.map(({ extension }) => extension.id),
  )
}

/** As read from CSV: the user by address, the location by name or id. */
interface ExtensionCells {
  user?: { id: string }
  location_id?: string
  data?: object
}

/** Replaces addresses and names, as people write them in tables, by ids. */
async function lookUpReferences(
  { database }: TelephonyPlatform,
  { company }: Actor,
  rows: readonly ImportRow[],
): Promise<void> {
  const tables = rows
    .filter(({ source }) => source)
    .map((row) => ({ row, cells: row.value as ExtensionCells }))
  const emails = [...new Set(tables.flatMap(({ cells }) => cells.user?.id ?? []))]
  const contactIds = await findContactIdsByEmail(database.read, company.id, emails)
  const locations =
    tables.length > 0 ? await locationsTable.list(database.read, { company_id: company.id }) : []
  for (const { row, cells } of tables) {
    // So that a missing number is reported as missing.
    cells.data ??= {}
    if (cells.user) {
      const id = contactIds.get(cells.user.id.toLowerCase())
      if (id === undefined) {
        addFault(row, {
          pointer: '/user/id',
          detail: `${cells.user.id} belongs to nobody in the organization`,
        })
        delete cells.user
      } else cells.user = { id }
    }
    if (cells.location_id !== undefined) {
      const named = cells.location_id
      const found = locations.filter(
        ({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase(),
      )
      if (found.length !== 1) {
        const many = found.length > 1 ? 'several locations' : 'no location'
        addFault(row, { pointer: '/location_id', detail: `${named} names ${many} of the organization` })
        delete cells.location_id
      } else cells.location_id = found[0]!.id
    }
  }
}

/** Stores checked rows. The leader creates them: see run-import.ts. */
async function startImport(
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
    if ((await countRunningImports(tx.db, company.id)) >= MAX_RUNNING) {
      throw conflict(`${MAX_RUNNING} imports are running already; try again when one has ended`)
    }
    await insertImport(tx.db, started)
    await insertImportRows(tx.db, stored)
    await tx.outbox.add('import', { lane: started.id, payload: null })
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
    created_at: now,
    updated_at: now,
    ended_at: null,
  }
}
