import type { ChatError } from '../chat-error.ts'

/** A success whose JSON is already written: the part between the envelope's braces. */
export class PreparedAnswer {
  readonly fields: string

  constructor(fields: string) {
    this.fields = fields
  }
}

export function successBody(answer: object, ignored: readonly string[]): string {
  if (answer instanceof PreparedAnswer) {
    const note = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
    return `{"result":"success","msg":""${note},${answer.fields}}\n`
  }
  const note = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {}
  return `${JSON.stringify({ result: 'success', msg: '', ...note, ...answer })}\n`
}

export function errorBody(error: ChatError): string {
  const code = error.code === null ? {} : { code: error.code }
  return `${JSON.stringify({ result: 'error', msg: error.message, ...code, ...error.extra })}\n`
}
