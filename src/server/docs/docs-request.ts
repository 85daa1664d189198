import type { Operation } from '../../platform/openapi/open-api-document.ts'

export interface PlacedOperation {
  verb: string
  path: string
  operation: Operation
}

/** A typical request of an operation, from which the samples of all languages are written. */
export interface ExampleRequest {
  verb: string
  /** with the names of its parameters */
  path: string
  inPath: Record<string, unknown>
  query: Record<string, unknown>
  form?: Record<string, unknown>
  json?: unknown
  text?: string
  /** the field of a form with a file, and the name of that file */
  file?: { field: string; name: string }
  caller: 'user' | 'webhook' | 'anyone'
  answer: 'json' | 'bytes' | 'events'
}

export function exampleRequest({ verb, path, operation }: PlacedOperation): ExampleRequest {
  return {
    verb,
    path,
    ...placedValues(operation),
    ...bodyOf(path, operation),
    caller: callerOf(operation),
    answer: answerOf(operation),
  }
}

function placedValues({ parameters = [] }: Operation): Pick<ExampleRequest, 'inPath' | 'query'> {
  const inPath: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  for (const { name, in: place, example: plain, schema, content } of parameters) {
    const example = plain ?? content?.['application/json']?.example
    if (place === 'path') inPath[name] = schema?.type === 'string' ? String(example) : example
    else if (place === 'query' && example !== undefined) query[name] = example
  }
  return { inPath, query }
}

function bodyOf(path: string, { requestBody }: Operation): Partial<ExampleRequest> {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const example = media?.example
  switch (type) {
    case 'application/json':
      return { json: example ?? {} }
    case 'text/plain':
      return { text: String(example ?? '') }
    case 'multipart/form-data': {
      const [field = 'upfile'] = Object.keys(media?.schema.properties ?? {})
      return { file: { field, name: fileName(path) }, form: (example ?? {}) as Record<string, unknown> }
    }
    default:
      return example === undefined ? {} : { form: example as Record<string, unknown> }
  }
}

function fileName(path: string): string {
  if (/avatar|icon|emoji/.test(path)) return 'picture.png'
  return path.startsWith('/fax/') ? 'document.pdf' : 'notes.txt'
}

function callerOf({ security }: Operation): ExampleRequest['caller'] {
  if (security === undefined) return 'user'
  return security.some((way) => 'keyInQuery' in way) ? 'webhook' : 'anyone'
}

function answerOf({ responses }: Operation): ExampleRequest['answer'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [type] = success && 'content' in success ? Object.keys(success.content ?? {}) : []
  if (type === 'text/event-stream') return 'events'
  return type === undefined || type === 'application/json' ? 'json' : 'bytes'
}

/** With its values in the path. */
export const filledPath = ({ path, inPath }: ExampleRequest) =>
  Object.entries(inPath).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )

/** As the APIs expect values that are not texts. */
export const wireText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
