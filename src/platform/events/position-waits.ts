interface Wait {
  position: number
  resolve(): void
  reject(error: unknown): void
}

/** Who waits until the log of a tenant has been followed up to a position. */
export class PositionWaits {
  readonly #byTenant = new Map<number, Wait[]>()

  until(tenant: number, position: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waits = this.#byTenant.get(tenant) ?? []
      this.#byTenant.set(tenant, waits)
      waits.push({ position, resolve, reject })
    })
  }

  reached(tenant: number, position: number): void {
    const waits = this.#byTenant.get(tenant)
    if (!waits) return
    const further = waits.filter((wait) => wait.position > position)
    if (further.length === 0) this.#byTenant.delete(tenant)
    else this.#byTenant.set(tenant, further)
    for (const wait of waits) if (wait.position <= position) wait.resolve()
  }

  fail(tenant: number, error: unknown): void {
    const waits = this.#byTenant.get(tenant) ?? []
    this.#byTenant.delete(tenant)
    for (const wait of waits) wait.reject(error)
  }
}
