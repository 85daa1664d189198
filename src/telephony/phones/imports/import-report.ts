import { type Static, Type } from '@sinclair/typebox'
import { invalid } from '../../problem.ts'
import type { ImportRow } from './import-row.ts'

const strict = { additionalProperties: false }

export const ImportReportSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    total: Type.Integer(),
    valid: Type.Integer(),
    invalid: Type.Integer(),
    created: Type.Integer(),
    rows: Type.Array(
      Type.Object(
        {
          row: Type.Integer({
            description: 'Counted from 0, as in the pointers; the header is not counted.',
          }),
          status: Type.Union([Type.Literal('valid'), Type.Literal('invalid'), Type.Literal('created')]),
          id: Type.Optional(Type.String({ description: 'Of what was created.' })),
          errors: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }, strict)),
        },
        strict,
      ),
    ),
  },
  strict,
)

export type ImportReport = Static<typeof ImportReportSchema>

/** With ids: what was created, row by row. Without: a dry run. */
export function importReport(rows: readonly ImportRow[], ids?: readonly string[]): ImportReport {
  const wrong = rows.filter(({ faults }) => faults.length > 0).length
  return {
    dry_run: ids === undefined,
    total: rows.length,
    valid: rows.length - wrong,
    invalid: wrong,
    created: ids?.length ?? 0,
    rows: rows.map(({ index, faults }) => ({
      row: index,
      status: ids ? 'created' : faults.length > 0 ? 'invalid' : 'valid',
      ...(ids && { id: ids[index]! }),
      errors: faults,
    })),
  }
}

const MAX_FAULTS = 1000

/** All or nothing: with one wrong row, nothing is created. */
export function checkAllRows(rows: readonly ImportRow[]): void {
  const faults = rows.flatMap((row) => row.faults)
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS))
}
