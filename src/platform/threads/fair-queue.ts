/** Whose work it is: an organization, and somebody in it. */
export interface Owner {
  tenant: number
  person: number
}

/** Tenants take turns, and so do the people of a tenant: nobody waits for everything that somebody else has asked for. */
export class FairQueue<Work> {
  /** Whose turn it is comes first. */
  readonly #tenants = new Map<number, Map<number, Work[]>>()
  readonly #counts = new Map<number, number>()

  countOf(tenant: number): number {
    return this.#counts.get(tenant) ?? 0
  }

  add({ tenant, person }: Owner, work: Work): void {
    const people = this.#tenants.get(tenant) ?? new Map<number, Work[]>()
    this.#tenants.set(tenant, people)
    const own = people.get(person)
    if (own) own.push(work)
    else people.set(person, [work])
    this.#counts.set(tenant, this.countOf(tenant) + 1)
  }

  has(mayTake: (tenant: number) => boolean): boolean {
    return [...this.#tenants.keys()].some(mayTake)
  }

  /** The next one of a tenant that may have a turn. */
  take(mayTake: (tenant: number) => boolean): Work | undefined {
    for (const [tenant, people] of this.#tenants) {
      if (!mayTake(tenant)) continue
      const [person, own] = people.entries().next().value!
      const work = own.shift()!
      people.delete(person)
      if (own.length > 0) people.set(person, own)
      this.#tenants.delete(tenant)
      this.#counts.set(tenant, this.countOf(tenant) - 1)
      if (people.size > 0) this.#tenants.set(tenant, people)
      else this.#counts.delete(tenant)
      return work
    }
    return undefined
  }
}
