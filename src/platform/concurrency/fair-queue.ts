/** The owner of a piece of work: an organization or company, and a person in it where people take turns too. */
export interface Owner<Tenant = number> {
  tenant: Tenant
  person?: number
}

/** How many turns to remember. A tenant whose last turn was longer ago counts as new. */
const MAX_TURNS_KEPT = 1000

/**
 * The tenant whose last turn was longest ago is next, and within a tenant the person: nobody waits for everything that
 * another one has queued.
 */
export class FairQueue<Work, Tenant = number> {
  /** Within a tenant, the person whose turn it is comes first. */
  readonly #tenants = new Map<Tenant, Map<number, Work[]>>()
  readonly #counts = new Map<Tenant, number>()
  readonly #lastTurns = new Map<Tenant, number>()
  #turns = 0

  countOf(tenant: Tenant): number {
    return this.#counts.get(tenant) ?? 0
  }

  add({ tenant, person = 0 }: Owner<Tenant>, work: Work): void {
    const people = this.#tenants.get(tenant) ?? new Map<number, Work[]>()
    this.#tenants.set(tenant, people)
    const own = people.get(person)
    if (own) own.push(work)
    else people.set(person, [work])
    this.#counts.set(tenant, this.countOf(tenant) + 1)
  }

  has(mayTake: (tenant: Tenant) => boolean): boolean {
    return [...this.#tenants.keys()].some(mayTake)
  }

  /** The next work of a tenant that may have a turn. */
  take(mayTake: (tenant: Tenant) => boolean = () => true): Work | undefined {
    const [first, ...others] = [...this.#tenants.keys()].filter(mayTake)
    if (first === undefined) return undefined
    const lastTurn = (tenant: Tenant) => this.#lastTurns.get(tenant) ?? 0
    const tenant = others.reduce((one, other) => (lastTurn(other) < lastTurn(one) ? other : one), first)
    this.#noteTurn(tenant)
    const people = this.#tenants.get(tenant)!
    const [person, own] = people.entries().next().value!
    const work = own.shift()!
    people.delete(person)
    if (own.length > 0) people.set(person, own)
    this.#counts.set(tenant, this.countOf(tenant) - 1)
    if (people.size === 0) {
      this.#tenants.delete(tenant)
      this.#counts.delete(tenant)
    }
    return work
  }

  #noteTurn(tenant: Tenant): void {
    this.#turns += 1
    // Insert at the end: the oldest come first.
    this.#lastTurns.delete(tenant)
    this.#lastTurns.set(tenant, this.#turns)
    if (this.#lastTurns.size > MAX_TURNS_KEPT) this.#lastTurns.delete(this.#lastTurns.keys().next().value!)
  }
}
