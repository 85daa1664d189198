import { TooManyWaiting } from '../../../platform/concurrency/fair-semaphore.ts'
import { ProgramFailed, ProgramMissing } from '../../../platform/documents/run-program.ts'
import { invalidField, Problem } from '../../problem.ts'

/**
 * The response if a document cannot be converted: 400 names the field, 503 the missing package, 429 the limit of the
 * queue.
 */
export function programProblem(error: unknown, pointer: string): unknown {
  if (error instanceof ProgramMissing) return new Problem(503, error.message)
  if (error instanceof ProgramFailed)
    return invalidField(pointer, 'cannot be read: the document is broken or locked')
  if (error instanceof TooManyWaiting) {
    return new Problem(
      429,
      `Too many documents of this organization wait to be converted (limit: ${error.limit})`,
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
  return error
}
