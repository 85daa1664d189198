import type { ChatError } from '../chat-error.ts'

/** A success whose JSON is already serialized: the part between the envelope's braces. */
export class PreparedAnswer {
  readonly fields: string
  readonly pieces: readonly Buffer[] | undefined
  readonly end: string

  /** Long responses are kept as chunks of bytes, sent after `fields` and before `end`. */
  constructor(fields: string, pieces?: readonly Buffer[], end = '') {
    this.fields = fields
    this.pieces = pieces
    this.end = end
  }
}

export function successBody(answer: object, ignored: readonly string[]): string | Buffer {
  if (answer instanceof PreparedAnswer) {
    const note = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
    const start = `{"result":"success","msg":""${note},${answer.fields}`
    const end = `${answer.end}}\n`
    return answer.pieces
      ? Buffer.concat([Buffer.from(start), ...answer.pieces, Buffer.from(end)])
      : start + end
  }
  const note = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {}
  return `${JSON.stringify({ result: 'success', msg: '', ...note, ...answer })}\n`
}

export function errorBody(error: ChatError): string {
  const { message: msg, code, extra } = error
  return `${JSON.stringify({ result: 'error', msg, code, ...extra })}\n`
}
