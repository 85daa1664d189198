/**
 * Work that one server at a time does for all of them. A server that is alone has every duty; among several,
 * whoever holds a duty may lose it at any moment, so what is done on duty must bear being done again.
 */
export interface Duty {
  readonly isHeld: boolean
  /** `begin` is called whenever this server takes the duty over, also when it has it already; `end` when it loses it. */
  whileHeld(begin: () => void, end: () => void): void
}

/** Nobody else is there. */
export const soleDuty: Duty = {
  isHeld: true,
  whileHeld: (begin) => begin(),
}
