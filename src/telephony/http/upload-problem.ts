import { UploadRefusal, UploadsBusy } from '../../platform/uploads/upload-refusal.ts'
import { invalidField, Problem } from '../problem.ts'
import { FORM_PARTS } from '../telephony-limits.ts'

const whose = { key: 'with one API key', tenant: 'in this company', server: 'on this server' }

/** The response if an upload fails. `fileBytes`: the limit of a file. */
export function uploadProblem(error: unknown, fileBytes: number): unknown {
  if (error instanceof UploadsBusy) {
    return new Problem(429, error.explain(whose), { headers: { 'retry-after': '5' } })
  }
  if (!(error instanceof UploadRefusal)) return error
  switch (error.reason) {
    case 'parts':
      return invalidField('', `has too many parts: at most ${FORM_PARTS} are possible`)
    case 'file':
      return new Problem(413, `A file may have at most ${fileBytes / 1_048_576} MB`)
    case 'body':
      return new Problem(413, 'The request is too large')
    case 'stalled':
      return new Problem(408, 'The upload stalled', { headers: { connection: 'close' } })
    case 'cut':
      return new Problem(400, 'The connection was closed')
    default:
      return invalidField('', 'is not valid multipart/form-data')
  }
}
