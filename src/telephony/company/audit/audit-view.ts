import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { AuditEntriesTable } from './audit-entries-table.ts'

const strict = { additionalProperties: false }
const named = (description: string) =>
  nullable(Type.Object({ id: Type.String(), name: Type.String() }, { ...strict, description }))
const state = (description: string) => nullable(Type.Record(Type.String(), Type.Unknown(), { description }))

export const AuditEntrySchema = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    contact: named('Who did it; null: the server or its operator.'),
    api_key: named('With which key; null: with none.'),
    acted_by: named('The owner who acted as that user; null: nobody did.'),
    action: Type.String({ description: 'Such as `extension.updated`.' }),
    subject: Type.Object({ kind: Type.String(), id: Type.String() }, strict),
    before: state('As it was, without credentials; null: it did not exist.'),
    after: state('As it became, without credentials; null: it is gone.'),
  },
  strict,
)

export type AuditEntryView = Static<typeof AuditEntrySchema>

export function auditEntryView(entry: AuditEntriesTable, names: ReadonlyMap<string, string>): AuditEntryView {
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
  return {
    id: String(entry.id),
    at: isoDate(entry.at),
    contact: named(entry.contact_id),
    api_key: named(entry.api_key_id),
    acted_by: named(entry.owner_id),
    action: entry.action,
    subject: { kind: entry.subject_kind, id: entry.subject_id },
    before: entry.before === null ? null : JSON.parse(entry.before),
    after: entry.after === null ? null : JSON.parse(entry.after),
  }
}
