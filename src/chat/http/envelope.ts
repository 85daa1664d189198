import type { ChatError } from '../chat-error.ts'

/** A success whose JSON is already written: the part between the envelope's braces. */
export class PreparedAnswer {
  readonly fields: string | readonly Buffer[]

  /** In pieces: long answers are put together once, as bytes. */
  constructor(fields: string | readonly Buffer[]) {
    this.fields = fields
  }
}

export function successBody(answer: object, ignored: readonly string[]): string | Buffer {
  if (answer instanceof PreparedAnswer) {
    const note = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
    const start = `{"result":"success","msg":""${note},`
    const { fields } = answer
    if (typeof fields === 'string') return `${start}${fields}}\n`
    return Buffer.concat([Buffer.from(start), ...fields, end])
  }
  const note = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {}
  return `${JSON.stringify({ result: 'success', msg: '', ...note, ...answer })}\n`
}

const end = Buffer.from('}\n')

export function errorBody(error: ChatError): string {
  const code = error.code === null ? {} : { code: error.code }
  return `${JSON.stringify({ result: 'error', msg: error.message, ...code, ...error.extra })}\n`
}
