/** A client error. The message uses the specification's wording. */
export class ChatError extends Error {
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>

  constructor(
    message: string,
    options: { status?: number; code?: string; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = options.status ?? 400
    this.code = options.code ?? 'BAD_REQUEST'
    this.extra = options.extra ?? {}
  }
}

export const badRequest = (message: string) => new ChatError(message)

export const missingArgument = (name: string) =>
  new ChatError(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', extra: { var_name: name } })

export const badValue = (name: string, value: string) =>
  new ChatError(`Bad value for '${name}': ${value}`, {
    code: 'REQUEST_VARIABLE_INVALID',
    extra: { var_name: name, bad_value: value },
  })

export const confusingArguments = (one: string, other: string) =>
  new ChatError(`Can't decide between '${one}' and '${other}' arguments`, {
    code: 'REQUEST_CONFUSING_VAR',
    extra: { var_name1: one, var_name2: other },
  })

export const malformedJson = () => new ChatError('Malformed JSON', { code: 'INVALID_JSON' })

export const streamDoesNotExist = (name: string) =>
  new ChatError(`Stream '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', extra: { stream: name } })

export const streamIdDoesNotExist = (id: number) =>
  new ChatError(`Stream with ID '${id}' does not exist`, {
    code: 'STREAM_DOES_NOT_EXIST',
    extra: { stream_id: id },
  })

export const badEventQueueId = (id: string) =>
  new ChatError(`Bad event queue id: ${id}`, { code: 'BAD_EVENT_QUEUE_ID', extra: { queue_id: id } })

export const badNarrow = (description: string) =>
  new ChatError(`Invalid narrow operator: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })

export const mustBeAdministrator = () =>
  new ChatError('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })

export const invalidMessage = () => badRequest('Invalid message(s)')

export const unauthorizedPrincipal = (principal: string | number) =>
  new ChatError(`User not authorized to execute queries on behalf of '${principal}'`, {
    status: 403,
    code: 'UNAUTHORIZED_PRINCIPAL',
    extra: { principal },
  })

export const unauthorized = (message: string, code = 'UNAUTHORIZED') =>
  new ChatError(message, { status: 401, code })

export const invalidApiKey = () => unauthorized('Invalid API key', 'INVALID_API_KEY')

/** `retry-after` is also sent as a header of that name. */
export const tooMany = ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
  new ChatError('API usage exceeded rate limit', {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    extra: { 'retry-after': retryAfterSeconds },
  })

export const malformedForm = () => badRequest('Malformed multipart form')
