/** The dialplan writes a row when a call begins, and another one when it ends. */
export const aloneColumns = [
  'call_id',
  'kind',
  'caller',
  'dialled',
  'callee',
  'status',
  'epoch',
  'talked',
] as const

export type AloneRow = Readonly<Record<(typeof aloneColumns)[number], string>>
