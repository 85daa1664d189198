/** How long and how hard: seconds in `npm run test:all`, minutes by `FAULT_MINUTES=10 FAULT_LOAD=4 npm run faults`. */
const minutes = Number(process.env.FAULT_MINUTES ?? 0)
const load = Number(process.env.FAULT_LOAD ?? 1)

export const isLong = minutes > 0

/** `npm run test:all` begins no further round of a fault after this. */
const SHORT_MS = 20_000

/** So many clients of a kind. */
export const many = (few: number) => Math.max(1, Math.round(few * load))

/**
 * Does the fault again and again: once and up to `times` within twenty seconds, or for as long as was asked. Answers with
 * how often.
 */
export async function againAndAgain(times: number, fault: (round: number) => Promise<void>): Promise<number> {
  const until = Date.now() + (isLong ? minutes * 60_000 : SHORT_MS)
  let round = 0
  do {
    await fault(round)
    round += 1
  } while (isLong ? round < times || Date.now() < until : round < times && Date.now() < until)
  return round
}

/** For the whole test, with everything around the faults. */
export const testTimeout = 240_000 + minutes * 120_000
