/** Cache key of a person in an organization. */
export type ReaderKey = `${number}:${number}`

export const readerKey = (realmId: number, userId: number): ReaderKey => `${realmId}:${userId}`

export function readerOf(key: ReaderKey): [realmId: number, userId: number] {
  const colon = key.indexOf(':')
  return [Number(key.slice(0, colon)), Number(key.slice(colon + 1))]
}

export const realmOfReader = (key: ReaderKey) => readerOf(key)[0]
