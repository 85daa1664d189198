import { UploadRefusal, UploadsBusy } from '../../platform/uploads/upload-refusal.ts'
import { badRequest, ChatError, malformedForm } from '../chat-error.ts'
import { FORM_PARTS } from '../chat-limits.ts'

const whose = { key: 'by one person', tenant: 'in this organization', server: 'on this server' }
const RETRY_SECONDS = 5

/** Translates errors of reading a form. `fileBytes`: the maximum size of a file. */
export function uploadError(error: unknown, fileBytes = 0): unknown {
  if (error instanceof UploadsBusy) {
    return new ChatError(error.explain(whose), {
      status: 429,
      code: 'RATE_LIMIT_HIT',
      extra: { 'retry-after': RETRY_SECONDS },
    })
  }
  if (!(error instanceof UploadRefusal)) return error
  switch (error.reason) {
    case 'parts':
      return badRequest(`The form has too many parts (limit: ${FORM_PARTS})`)
    case 'file':
      return tooLarge(`Uploaded file is larger than the allowed limit of ${fileBytes / 1_048_576} MiB`)
    case 'body':
      return tooLarge('The request is too large')
    case 'stalled':
      return new ChatError('The upload stalled', { status: 408 })
    case 'cut':
      return badRequest('The connection was closed')
    default:
      return malformedForm()
  }
}

const tooLarge = (message: string) => new ChatError(message, { status: 413, code: 'PAYLOAD_TOO_LARGE' })
