/** How far a permission reaches: to everything, to what is one's own, or to nothing. */
export type Reach = 'yes' | 'own' | 'no'

/** A row of a table of permissions. Its key says what it permits, in the words of docs/security.md. */
export interface PermissionRow {
  /** what limits it further, for docs/security.md */
  readonly note: string
}

export const reaches = (reach: Reach, isOwn: boolean): boolean =>
  reach === 'yes' || (reach === 'own' && isOwn)

/** The table as Markdown: one line for each row, with one cell for each column. */
export function permissionTable<Row extends PermissionRow>(
  title: string,
  columns: Readonly<Record<string, (row: Row) => string>>,
  rows: Readonly<Record<string, Row>>,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const names = [title, ...Object.keys(columns), 'limits']
  return [
    line(names),
    line(names.map(() => '---')),
    ...Object.entries(rows).map(([action, row]) =>
      line([action, ...Object.values(columns).map((cell) => cell(row)), row.note]),
    ),
  ].join('\n')
}
