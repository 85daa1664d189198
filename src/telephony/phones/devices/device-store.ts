import { sql } from 'kysely'
import { containsPattern } from '../../../platform/database/statements/contains-pattern.ts'
import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import { type DevicesTable, deviceLinesTable, type Vendor } from './devices-table.ts'

export interface DeviceFilter {
  readonly instanceUuid: string
  readonly vendor?: Vendor | undefined
  readonly search?: string | undefined
  /** only devices that register an extension of this user */
  readonly userId?: string | undefined
}

/** An extension that a device registers. */
export interface DeviceLine {
  readonly extension: Extension
  /** The secret was made for another user of the extension. */
  readonly isVoid: boolean
}

export type Device = DevicesTable & { readonly lines: readonly DeviceLine[] }

/** By label. */
export async function listDevices(
  db: TelephonyDb,
  companyId: number,
  { instanceUuid, vendor, search, userId }: DeviceFilter,
  page: Page,
): Promise<PageOf<Device>> {
  let query = db
    .selectFrom('devices')
    .where('company_id', '=', companyId)
    .where('instance_uuid', '=', instanceUuid)
  if (vendor !== undefined) query = query.where('vendor', '=', vendor)
  if (search !== undefined && search !== '') {
    const pattern = containsPattern(search.toLowerCase())
    query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  }
  if (userId !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device_lines')
          .innerJoin('extensions', (join) =>
            join
              .onRef('extensions.company_id', '=', 'device_lines.company_id')
              .onRef('extensions.id', '=', 'device_lines.extension_id'),
          )
          .select('device_lines.device_id')
          .whereRef('device_lines.company_id', '=', 'devices.company_id')
          .whereRef('device_lines.device_id', '=', 'devices.id')
          .where('extensions.user_id', '=', userId),
      ),
    )
  }
  const { items, total } = await readPage(query.selectAll().orderBy('search_text').orderBy('id'), page)
  return { items: await withLines(db, companyId, items), total }
}

export async function withLines(
  db: TelephonyDb,
  companyId: number,
  rows: readonly DevicesTable[],
): Promise<Device[]> {
  const lines = await deviceLinesTable.list(db, {
    company_id: companyId,
    device_id: rows.map(({ id }) => id),
  })
  const ids = [...new Set(lines.map(({ extension_id: id }) => id))]
  const extensions = new Map(
    (await extensionsTable.list(db, { company_id: companyId, id: ids })).map((one) => [one.id, one]),
  )
  return rows.map((row) => ({
    ...row,
    lines: lines
      .filter((line) => line.device_id === row.id)
      .flatMap(({ extension_id: id, user_id: userId }) => {
        const extension = extensions.get(id)
        return extension ? [{ extension, isVoid: extension.user_id !== userId }] : []
      }),
  }))
}
