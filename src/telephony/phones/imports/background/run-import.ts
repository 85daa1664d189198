import { instancesTable } from '../../../company/instances/instances-table.ts'
import type { Actor } from '../../../identity/actor.ts'
import { actorOfPerson } from '../../../identity/actor-of-person.ts'
import { apiKeysTable } from '../../../identity/api-key.ts'
import type { Company } from '../../../identity/company.ts'
import { contactsTable } from '../../../identity/contact.ts'
import { currentCompany } from '../../../identity/current-company.ts'
import type { Identity } from '../../../identity/identity.ts'
import { requirePermission } from '../../../identity/permissions.ts'
import { conflict, Problem } from '../../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../../telephony-platform.ts'
import type { Phones } from '../../phones.ts'
import { createPlanned } from '../create-planned.ts'
import type { ImportRow } from '../import-row.ts'
import { type PlannedRow, planImport } from '../plan-import.ts'
import { endImport } from './end-import.ts'
import { importUpdated, importView } from './extension-import-events.ts'
import {
  changeRunningImport,
  findImport,
  listWaitingRows,
  settleImportRow,
} from './extension-import-store.ts'
import type { ExtensionImportRowsTable, ExtensionImportsTable } from './extension-import-tables.ts'
import { noteDelay } from './note-delay.ts'

const ROWS_AT_ONCE = 100

/**
 * Creates the next rows of an import and stores the progress in the same transaction: a crash in between repeats
 * nothing and leaves nothing out. What has become wrong since the request was checked is a fault of its row. Returns how
 * many milliseconds the next part has to wait.
 */
export async function runImport(phones: Phones, running: ExtensionImportsTable): Promise<number> {
  const { database } = phones
  const company = await currentCompany(phones, running.company_id)
  if (!company) return noteDelay(phones, running, 'The company does not exist')
  const stored = await listWaitingRows(database.read, running, ROWS_AT_ONCE)
  const end = async (status: 'completed' | 'failed', problem?: string) => {
    await endImport(phones, company, running, status, problem)
    return 0
  }
  if (stored.length === 0) return end('completed')
  const instance = await instancesTable.find(database.read, {
    company_id: company.id,
    uuid: running.instance_uuid,
  })
  if (!instance) return end('failed', 'The instance has been deleted')
  const actor = await importingActor(phones, company, running)
  if (!actor) return end('failed', 'The user who started the import has lost access')
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
    return noteDelay(phones, running, error.message)
  }
  return 0
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

/** Stores what became of rows. Fails if the import was cancelled, or if another server was faster. */
async function settleRows(
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

/** Who started the import, with their present role. Undefined if they may no longer create extensions. */
async function importingActor(
  identity: Identity,
  company: Company,
  started: ExtensionImportsTable,
): Promise<Actor | undefined> {
  const { api_key_id: keyId } = started
  try {
    const actor =
      keyId === null
        ? await personOf(identity, started)
        : await userOfKey(identity, company, started.contact_id, keyId)
    if (!actor) return undefined
    requirePermission(actor, 'add extensions')
    return actor
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Throws a Problem if they have lost access. */
async function personOf(
  identity: Identity,
  { company_id: companyId, contact_id: userId, owner_id: ownerId }: ExtensionImportsTable,
): Promise<Actor> {
  const contactId = ownerId ?? userId
  const isAdministrator = await identity.personSessions.isAdministrator(companyId, contactId)
  const role = isAdministrator ? 'administrator' : 'user'
  return actorOfPerson(identity, { companyId, contactId, role }, userId)
}

async function userOfKey(
  { clock, database }: Identity,
  company: Company,
  userId: string,
  keyId: string,
): Promise<Actor | undefined> {
  const apiKey = await apiKeysTable.find(database.read, { company_id: company.id, id: keyId })
  const contact = await contactsTable.find(database.read, { company_id: company.id, id: userId })
  const isValid = apiKey && (apiKey.expires_at === null || apiKey.expires_at > clock.now())
  if (company.status !== 'active' || !isValid || !contact?.activated) return undefined
  return { company, contact, caller: { kind: 'key', apiKey } }
}
