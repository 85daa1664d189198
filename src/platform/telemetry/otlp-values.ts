/** 64-bit integers are text in the JSON form of the protocol. */
export const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)

export interface OtlpAttribute {
  key: string
  value: { stringValue: string } | { intValue: string } | { doubleValue: number }
}

export const attributesOf = (
  values: Readonly<Record<string, string | number | undefined>>,
): OtlpAttribute[] =>
  Object.entries(values).flatMap(([key, value]): OtlpAttribute[] =>
    value === undefined ? [] : [{ key, value: typed(value) }],
  )

function typed(value: string | number): OtlpAttribute['value'] {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
