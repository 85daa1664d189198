/** How long and how hard: seconds in `npm test`, minutes by `FAULT_MINUTES=10 FAULT_LOAD=4 npm run faults`. */
const minutes = Number(process.env.FAULT_MINUTES ?? 0)
const load = Number(process.env.FAULT_LOAD ?? 1)

export const isLong = minutes > 0

/** So many clients of a kind. */
export const many = (few: number) => Math.max(1, Math.round(few * load))

/** Does the fault again and again: a few times, or for as long as was asked. Answers with how often. */
export async function againAndAgain(times: number, fault: (round: number) => Promise<void>): Promise<number> {
  const until = Date.now() + minutes * 60_000
  let round = 0
  while (round < times || Date.now() < until) {
    await fault(round)
    round += 1
  }
  return round
}

/** For the whole test, with everything around the faults. */
export const testTimeout = 240_000 + minutes * 120_000
