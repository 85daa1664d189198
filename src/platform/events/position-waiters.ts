interface Waiter {
  position: number
  resolve(): void
  reject(error: unknown): void
}

/** Callers that waiter until a tenant's log has been followed up to a position. */
export class PositionWaiters {
  readonly #byTenant = new Map<number, Waiter[]>()

  until(tenant: number, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiters = this.#byTenant.get(tenant) ?? []
      this.#byTenant.set(tenant, waiters)
      waiters.push({ position, resolve, reject })
    })
  }

  reached(tenant: number, position: number): void {
    const waiters = this.#byTenant.get(tenant)
    if (!waiters) return
    const further = waiters.filter((waiter) => waiter.position > position)
    if (further.length === 0) this.#byTenant.delete(tenant)
    else this.#byTenant.set(tenant, further)
    for (const waiter of waiters) if (waiter.position <= position) waiter.resolve()
  }

  fail(tenant: number, error: unknown): void {
    const waiters = this.#byTenant.get(tenant) ?? []
    this.#byTenant.delete(tenant)
    for (const waiter of waiters) waiter.reject(error)
  }
}
