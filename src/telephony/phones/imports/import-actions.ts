import type { Static } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { ParsedRow } from '../../../platform/parsers/parse-rows.ts'
import { NewContact, wantedEmail } from '../../company/contacts/contact-input.ts'
import { addContact, checkForeignFields } from '../../company/contacts/create-contact.ts'
import type { Directory } from '../../company/directory.ts'
import { checkBody } from '../../http/check-body.ts'
import { parseFile } from '../../http/parse-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { findContactIdsByEmail } from '../../identity/contact-store.ts'
import { Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { ImportColumns } from './import-columns.ts'
import { checkAllRows, type ImportReport, importReport } from './import-report.ts'
import { addFault, clearFaults, type ImportRow, withFaults } from './import-row.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

export const IMPORT_BYTES = 5 * 1024 * 1024

const MAX_ROWS = 10_000

type Input = Static<typeof NewContact>

interface CheckedContact {
  row: ImportRow
  input: Input
  email: string | null
}

const AT_ONCE = 100
const CHECKED_AT_ONCE = 20

/** Creates all users or none, each with an invitation. */
export async function importContacts(
  directory: Directory,
  actor: Actor,
  rows: readonly ImportRow[],
  dryRun: boolean,
): Promise<ImportReport> {
  const checked = await checkContacts(directory, actor, rows)
  if (dryRun) return importReport(rows)
  checkAllRows(rows)
  const ids = await directory.transact(actor.company.id, async (tx) => {
    clearFaults(rows)
    const created: string[] = []
    for (const { row, input } of checked) {
      // The address may have been taken in the meantime.
      const contact = await withFaults(row, () => addContact(directory, tx, actor, input))
      if (!contact) break
      created.push(contact.id)
      if (created.length % AT_ONCE === 0) await yieldToEventLoop()
    }
    checkAllRows(rows)
    return created
  })
  return importReport(rows, ids)
}

async function checkContacts(
  { database }: TelephonyPlatform,
  actor: Actor,
  rows: readonly ImportRow[],
): Promise<CheckedContact[]> {
  const checked: CheckedContact[] = []
  for (const row of rows) {
    const input = await withFaults(row, () => readContact(actor, row.value))
    const email = input && (await withFaults(row, () => wantedEmail(null, input)))
    if (input && email !== undefined) checked.push({ row, input, email })
    if (row.index % CHECKED_AT_ONCE === 0) await yieldToEventLoop()
  }
  const emails = [...new Set(checked.flatMap(({ email }) => email ?? []))]
  const holders = await findContactIdsByEmail(database.read, actor.company.id, emails)
  const firstRows = new Map<string, number>()
  for (const { row, email } of checked) {
    if (email === null) continue
    const key = email.toLowerCase()
    const first = firstRows.get(key)
    firstRows.set(key, first ?? row.index)
    const pointer = '/contacts/email'
    if (holders.has(key))
      addFault(row, { pointer, detail: `${email} belongs to another person in the organization` })
    else if (first !== undefined) addFault(row, { pointer, detail: `${email} is also in row ${first}` })
  }
  return checked
}

function readContact(actor: Actor, value: unknown): Input {
  const input = checkBody(NewContact, value)
  checkForeignFields(input, actor)
  return input
}

/** The objects in a request: a CSV file, or a JSON list. A thread parses them, and counts them before. */
export async function readImport(
  request: FastifyRequest,
  { company }: Actor,
  text: string,
  known: ImportColumns,
): Promise<ImportRow[]> {
  const { chunks, names } = await (isJson(request)
    ? parseFile(company, { format: 'list', text, maxRows: MAX_ROWS })
    : parseFile(company, { format: 'table', text, columns: known, maxRows: MAX_ROWS }))
  const columns = new Map(names.map((name) => [known.get(name)!.pointer, name]))
  const rows: ImportRow[] = []
  for (const chunk of chunks) {
    for (const parsed of JSON.parse(chunk) as ParsedRow[]) rows.push(rowOf(parsed, rows.length, columns))
    await yieldToEventLoop()
  }
  return rows
}

function isJson({ headers }: FastifyRequest): boolean {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/json') return true
  if (['text/csv', 'text/tab-separated-values', 'text/plain'].includes(type)) return false
  throw new Problem(415, 'The content type must be text/csv or application/json')
}

function rowOf(
  { value, line, cells }: ParsedRow,
  index: number,
  columns: ReadonlyMap<string, string>,
): ImportRow {
  if (line === undefined) return { index, value, faults: [] }
  const row: ImportRow = { index, value, source: { line, columns }, faults: [] }
  if (cells !== undefined) {
    addFault(row, { pointer: '', detail: `has ${cells} cells, and the header ${columns.size}` })
  }
  return row
}
