export type Encoding = 'br' | 'gzip'

/** The best encoding that a client accepts. */
export function acceptedEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const names = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]!.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : undefined
}
