/** Expressions by the names of Asterisk's options. */
export type ViewColumns = Readonly<Record<string, string>>

export const columnsOf = (names: readonly string[]): ViewColumns =>
  Object.fromEntries(names.map((name) => [name, name]))

export const select = (columns: ViewColumns, from: string) =>
  `select ${Object.entries(columns).map(([name, value]) => `${value} as "${name}"`)} from ${from}`

/** Several kinds in one view. What only one of them has needs a value in the others, too: Asterisk takes no nulls. */
export function union(
  phone: ViewColumns,
  ...others: readonly { readonly columns: ViewColumns; readonly from: string }[]
): string {
  const complete = (columns: ViewColumns) =>
    Object.fromEntries(Object.keys(phone).map((name) => [name, columns[name] ?? "''"]))
  return [
    select(phone, 'phones'),
    ...others.map(({ columns, from }) => select(complete(columns), from)),
  ].join(' union all ')
}
