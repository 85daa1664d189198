import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../../platform/clock.ts'
import type { Company } from '../../../identity/company.ts'
import { nullable } from '../../../nullable.ts'
import type { NewTelephonyEvent } from '../../../telephony-event-map.ts'
import type { ExtensionImportRowsTable, ExtensionImportsTable } from './extension-import-tables.ts'

const strict = { additionalProperties: false }
const oneOf = <Name extends string>(names: readonly Name[]) =>
  Type.Union(names.map((name) => Type.Literal(name)))

export const ImportSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    user_id: Type.String({ description: 'Who started it.' }),
    status: oneOf(['running', 'completed', 'failed', 'cancelled']),
    total: Type.Integer({ description: 'Rows of the request.' }),
    created: Type.Integer({ description: 'Rows whose extension exists.' }),
    failed: Type.Integer({ description: 'Rows that could not be created.' }),
    problem: nullable(
      Type.String({ description: 'While it runs: why it waits. Otherwise: why it ended early.' }),
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
    ended_at: nullable(Type.String()),
  },
  strict,
)

export type ImportView = Static<typeof ImportSchema>

export const importView = (one: ExtensionImportsTable, companyPublicId: string): ImportView => ({
  id: one.id,
  company: companyPublicId,
  pbx: one.instance_uuid,
  user_id: one.contact_id,
  status: one.status,
  total: one.total,
  created: one.created,
  failed: one.failed,
  problem: one.problem,
  created_at: isoDate(one.created_at),
  updated_at: isoDate(one.updated_at),
  ended_at: isoDateOrNull(one.ended_at),
})

export const importRowStatuses = ['waiting', 'created', 'failed'] as const

export const ImportRowSchema = Type.Object(
  {
    row: Type.Integer({ description: 'Counted from 0, as in the pointers; the header is not counted.' }),
    status: oneOf(importRowStatuses),
    id: nullable(Type.String({ description: 'Of the extension.' })),
    errors: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }, strict)),
  },
  strict,
)

export const importRowView = (row: ExtensionImportRowsTable): Static<typeof ImportRowSchema> => ({
  row: row.row,
  status: row.status,
  id: row.extension_id,
  errors: JSON.parse(row.errors),
})

declare module '../../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'import.updated': ImportView
  }
}

/** An import has begun, made progress or ended. For the user who started it and the owner. */
export const importUpdated = (company: Company, view: ImportView): NewTelephonyEvent<'import.updated'> => ({
  type: 'import.updated',
  audience: { to: 'contacts', contacts: [...new Set([company.primary_contact_id, view.user_id])] },
  payload: view,
})
