import type { Leadership } from './leadership.ts'

/** Leadership that is gained and lost. */
export interface ChangingLeadership extends Leadership {
  change(isLeader: boolean): void
}

export function createChangingLeadership(): ChangingLeadership {
  let isLeader = false
  const holders: { begin: () => void; end: () => void }[] = []
  return {
    get isLeader() {
      return isLeader
    },
    whileLeader(begin, end) {
      holders.push({ begin, end })
      if (isLeader) begin()
    },
    change(next) {
      if (next === isLeader) return
      isLeader = next
      for (const { begin, end } of holders) (isLeader ? begin : end)()
    },
  }
}
