import { ThreadPool } from '../threads/thread-pool.ts'
import { WorkNotDone } from '../threads/work-thread.ts'
import type { Fault } from './invalid-input.ts'
import type { ParserFormat, ParserOutcome, ParserRequest, ParserResult } from './parser-work.ts'

/** The largest permitted file of any format takes a tenth of it. */
const DEADLINE_MS = 10_000

/** Shared by all servers in the process. */
const pool = new ThreadPool<ParserRequest, ParserOutcome, string>({
  file: new URL('./parser-thread.js', import.meta.url),
  threads: 2,
  threadsEach: 1,
  deadlineMs: DEADLINE_MS,
  queueTimeoutMs: 3 * DEADLINE_MS,
  waitingEach: 200,
})

export type ParseFailureReason = 'invalid' | WorkNotDone['reason']

/** How often each reason occurred. */
export const parseFailures: Record<ParseFailureReason, number> = {
  invalid: 0,
  deadline: 0,
  queue: 0,
  crash: 0,
}

/** Input that was not parsed. The message is a predicate: "The file <message>". */
export class ParseFailure extends Error {
  readonly reason: ParseFailureReason
  /** what is wrong, and where */
  readonly faults: readonly Fault[]

  constructor(reason: ParseFailureReason, faults: readonly Fault[], cause?: unknown) {
    super(faults[0]!.detail, { cause })
    this.reason = reason
    this.faults = faults
    parseFailures[reason] += 1
  }
}

const explanations: Record<WorkNotDone['reason'], string> = {
  deadline: 'took too long to read',
  queue: 'has to wait, because many others are being read; try again later',
  crash: 'could not be read',
}

/**
 * Parses input of a stranger in a thread, within limits of time and memory. A parser that fails, hangs or overflows its
 * stack costs only its own request. `tenant`: an organization or company; they take turns. Throws ParseFailure.
 */
export async function parseUntrusted<Format extends ParserFormat>(
  tenant: string,
  request: ParserRequest<Format>,
): Promise<ParserResult<Format>> {
  const outcome = await pool.run({ tenant }, request as ParserRequest).catch((error) => {
    if (!(error instanceof WorkNotDone)) throw error
    throw new ParseFailure(error.reason, [{ pointer: '', detail: explanations[error.reason] }], error)
  })
  if ('faults' in outcome) throw new ParseFailure('invalid', outcome.faults)
  return outcome.result as ParserResult<Format>
}
