import type { LoggedEvent } from './event-log.ts'

type Listener<Event> = (event: Event) => void

/** Listeners by event type, each list in the order of registration. */
export class EventListeners<Event extends LoggedEvent> {
  readonly #byType = new Map<string, Listener<Event>[]>()
  /** For types without a listener of their own. */
  readonly #forAll: Listener<Event>[] = []

  of(type: string): readonly Listener<Event>[] {
    return this.#byType.get(type) ?? this.#forAll
  }

  addForAll(listener: Listener<Event>): void {
    this.#forAll.push(listener)
    for (const listeners of this.#byType.values()) listeners.push(listener)
  }

  add<Type extends Event['type']>(
    types: Type | readonly Type[],
    listener: Listener<Extract<Event, { type: Type }>>,
  ): void {
    for (const type of typeof types === 'string' ? [types] : types) {
      const listeners = this.#byType.get(type) ?? [...this.#forAll]
      this.#byType.set(type, listeners)
      // `of` finds it by type, so it gets events of its types only.
      listeners.push(listener as Listener<Event>)
    }
  }
}
