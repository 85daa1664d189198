import type { Instance } from '../../company/instances/instance.ts'
import { checkBody } from '../../http/check-body.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { listRouteNumbers } from '../call-routes/call-route-store.ts'
import {
  type NewExtensionInput,
  type PlannedExtension,
  planExtension,
} from '../extensions/create-extension.ts'
import { extensionsTable } from '../extensions/extension.ts'
import { NewExtension } from '../extensions/extension-input.ts'
import { forEachConcurrently } from '../pbx/for-each-concurrently.ts'
import { addFault, type ImportRow, withFaults } from './import-row.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

export interface PlannedRow extends PlannedExtension {
  row: ImportRow
}

/** How many look-ups run at once. */
const WIDTH = 4
const AT_ONCE = 10

/** Checks each row like a single extension. What is wrong is a fault of the row. */
export async function planImport(
  platform: TelephonyPlatform,
  actor: Actor,
  instance: Instance,
  rows: readonly ImportRow[],
): Promise<PlannedRow[]> {
  const planned = new Map<ImportRow, PlannedRow>()
  await forEachConcurrently(rows, WIDTH, async (row) => {
    const plan = await withFaults(row, () => {
      const input = checkBody(NewExtension, row.value) as NewExtensionInput
      return planExtension(platform, actor, instance, input)
    })
    if (plan) planned.set(row, { row, ...plan })
    if (row.index % AT_ONCE === 0) await yieldToEventLoop()
  })
  const inOrder = rows.flatMap((row) => planned.get(row) ?? [])
  await checkNumbers(platform.database.read, instance, inOrder)
  return inOrder
}

/** A taken number is a fault of the row. */
export async function checkNumbers(
  db: TelephonyDb,
  instance: Instance,
  planned: readonly PlannedRow[],
): Promise<void> {
  const numbers = planned.map(({ extension }) => extension.number)
  const taken = await findTakenNumbers(db, instance, numbers)
  const routes = new Set(await listRouteNumbers(db, instance.company_id, instance.uuid))
  const firstRows = new Map<number, number>()
  const pointer = '/data/id'
  for (const { row, extension } of planned) {
    const { number } = extension
    const first = firstRows.get(number)
    firstRows.set(number, first ?? row.index)
    const holder = taken.get(number)
    if (holder !== undefined) {
      addFault(row, { pointer, detail: `${number} is taken: ${holder} already exists` })
    } else if (routes.has(number)) {
      addFault(row, {
        pointer,
        detail: `${number} is taken: it belongs to a ring group, business hours or a menu`,
      })
    } else if (first !== undefined) addFault(row, { pointer, detail: `${number} is also in row ${first}` })
  }
}

/** By number, what has it: an extension, or a route such as a ring group. */
async function findTakenNumbers(
  db: TelephonyDb,
  { company_id, uuid: instance_uuid }: Instance,
  number: readonly number[],
): Promise<Map<number, string>> {
  const extensions = await extensionsTable.pick(db, { company_id, instance_uuid, number }, ['number'])
  const routes = await callRoutesTable.pick(db, { company_id, instance_uuid, number }, ['number', 'name'])
  return new Map([
    ...extensions.map((row) => [row.number, `extension ${row.number}`] as const),
    ...routes.map((row) => [row.number, row.name] as const),
  ])
}
