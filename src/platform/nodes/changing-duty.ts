import type { Duty } from './duty.ts'

/** A duty that comes and goes. */
export interface ChangingDuty extends Duty {
  change(isHeld: boolean): void
}

export function createChangingDuty(): ChangingDuty {
  let isHeld = false
  const holders: { begin: () => void; end: () => void }[] = []
  return {
    get isHeld() {
      return isHeld
    },
    whileHeld(begin, end) {
      holders.push({ begin, end })
      if (isHeld) begin()
    },
    change(next) {
      if (next === isHeld) return
      isHeld = next
      for (const { begin, end } of holders) (isHeld ? begin : end)()
    },
  }
}
