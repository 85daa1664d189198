/**
 * Works on the items of each domain by themselves: the PBX of one may be down, and must not hold up the others. When all
 * have ended, the first error is thrown.
 */
export async function forEachDomain<T extends { readonly domain: string }>(
  items: readonly T[],
  work: (ofDomain: readonly T[]) => Promise<void>,
): Promise<void> {
  const domains = new Map<string, T[]>()
  for (const item of items) domains.set(item.domain, [...(domains.get(item.domain) ?? []), item])
  const ends = await Promise.allSettled([...domains.values()].map(work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}
