import { useState } from 'react'
import type { ImportReport } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './import-dialog.module.css'
import type { ImportPreview } from './import-preview.ts'

const ROWS_PER_PAGE = 50

/** The result of each row. Rows with errors come first, because they need a correction. */
export function ImportReportTable({ report, preview }: { report: ImportReport; preview: ImportPreview }) {
  const [onlyFaulty, setOnlyFaulty] = useState(report.invalid > 0)
  const [page, setPage] = useState(1)
  const rows = report.rows.filter(({ errors }) => !onlyFaulty || errors.length > 0)
  const pages = Math.ceil(rows.length / ROWS_PER_PAGE)
  return (
    <>
      {report.invalid > 0 && report.valid > 0 && (
        <CheckField
          label={p.imports.onlyFaulty}
          checked={onlyFaulty}
          onChange={(event) => {
            setOnlyFaulty(event.target.checked)
            setPage(1)
          }}
        />
      )}
      <Table
        label={p.imports.rows}
        headings={[preview.isTable ? p.imports.line : p.imports.entry, p.imports.content, p.imports.result]}
      >
        {rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map((row) => (
          <tr key={row.row}>
            <td>{preview.rows[row.row]?.place ?? row.row + 1}</td>
            <td className={styles.content}>{preview.rows[row.row]?.content}</td>
            <td>
              <RowResult row={row} />
            </td>
          </tr>
        ))}
      </Table>
      <Pager page={page} pages={pages} onTurn={setPage} />
    </>
  )
}

function RowResult({ row }: { row: ImportReport['rows'][number] }) {
  if (row.status === 'created') return <Badge look="success">{p.imports.created}</Badge>
  if (row.status === 'valid') return <Badge look="accent">{p.imports.wouldCreate}</Badge>
  return (
    <ul className={styles.rowFaults}>
      {row.errors.map(({ pointer, detail }) => (
        <li key={`${pointer} ${detail}`}>
          <code>{columnOf(pointer)}</code> {withoutLine(detail)}
        </li>
      ))}
    </ul>
  )
}

/** A pointer begins with the row: /3/email. */
const columnOf = (pointer: string) => pointer.split('/').slice(2).join('/')

/** The line has a column of its own. */
const withoutLine = (detail: string) => detail.replace(/ \(line \d+\)$/, '')
