import type { Bus } from './bus.ts'

/** A recent client is likely to come back: keep following its tenant for this long. */
const RETENTION_MS = 600_000
const TIDY_EVERY_MS = 60_000

/** The tenants whose events this server wants to receive as they happen. */
export interface TenantInterest {
  /** Lasts until `release` was called as often as `hold`. */
  hold(tenant: number): void
  release(tenant: number): void
  /** Keeps the tenant for some minutes. */
  touch(tenant: number): void
  isHeld(tenant: number): boolean
  /** The bus delivers its events. */
  isFollowed(tenant: number): boolean
  /** held or touched */
  tenants(): number[]
  stop(): void
}

export function createTenantInterest(bus: Pick<Bus<never>, 'follow' | 'unfollow'>): TenantInterest {
  const held = new Map<number, number>()
  const touched = new Map<number, number>()
  const followed = new Set<number>()

  function follow(tenant: number) {
    if (followed.has(tenant)) return
    followed.add(tenant)
    bus.follow(tenant)
  }

  const tidy = () => {
    const since = performance.now() - RETENTION_MS
    for (const [tenant, at] of touched) if (at < since) touched.delete(tenant)
    for (const tenant of followed) {
      if (held.has(tenant) || touched.has(tenant)) continue
      followed.delete(tenant)
      bus.unfollow(tenant)
    }
  }
  const timer = setInterval(tidy, TIDY_EVERY_MS)

  return {
    hold(tenant) {
      held.set(tenant, (held.get(tenant) ?? 0) + 1)
      follow(tenant)
    },
    release(tenant) {
      const left = (held.get(tenant) ?? 0) - 1
      if (left > 0) held.set(tenant, left)
      else held.delete(tenant)
      touched.set(tenant, performance.now())
    },
    touch(tenant) {
      touched.set(tenant, performance.now())
      follow(tenant)
    },
    isHeld: (tenant) => held.has(tenant),
    isFollowed: (tenant) => followed.has(tenant),
    tenants: () => [...followed],
    stop: () => clearInterval(timer),
  }
}
