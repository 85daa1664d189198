import {
  badEventQueueId,
  badNarrow,
  badRequest,
  badValue,
  ChatError,
  confusingArguments,
  invalidApiKey,
  malformedJson,
  missingArgument,
  streamDoesNotExist,
  streamIdDoesNotExist,
  unauthorized,
  unauthorizedPrincipal,
  withoutCode,
} from '../chat-error.ts'
import type { Endpoint } from '../http/endpoint.ts'

export interface CataloguedError {
  /** an example, made as the server makes it */
  sample: ChatError
  meaning: string
  mayHappen(endpoint: Endpoint): boolean
}

const always = () => true
const never = () => false
const authenticated = (endpoint: Endpoint) => endpoint.access !== 'anyone'
const takesPayload = (endpoint: Endpoint) => endpoint.body === 'payload'
const takes =
  (...names: string[]) =>
  (endpoint: Endpoint) =>
    names.some((name) => name in endpoint.parameters)
const anyParameter = (test: (parameter: Endpoint['parameters'][string]) => boolean) => (endpoint: Endpoint) =>
  Object.values(endpoint.parameters).some(test)
const namesStreams = (endpoint: Endpoint) =>
  takesPayload(endpoint) || (takes('to', 'subscriptions')(endpoint) && endpoint.method !== 'GET')

const error = (message: string, status: number, code: string, extra = {}) =>
  new ChatError(message, { status, code, extra })

/** Every code that an answer can carry, with its extra keys. */
export const errorCatalogue: readonly CataloguedError[] = [
  {
    sample: badRequest('Invalid message(s)'),
    meaning: 'The request makes no sense or is not permitted; `msg` says why.',
    mayHappen: always,
  },
  {
    sample: withoutCode('Topic already muted'),
    meaning: 'A few refusals carry no code; only `msg` tells them apart.',
    mayHappen: takes('op', 'principals', 'num_before', 'propagate_mode'),
  },
  {
    sample: missingArgument('content'),
    meaning: 'A required argument is absent.',
    mayHappen: (endpoint) => takes('api_key')(endpoint) || anyParameter(({ required }) => required)(endpoint),
  },
  {
    sample: badValue('num_before', 'many'),
    meaning: 'An argument cannot be read.',
    mayHappen: (endpoint) =>
      takes('to')(endpoint) ||
      anyParameter(({ json, schema }) => !json && schema.type !== 'string')(endpoint),
  },
  {
    sample: confusingArguments('topic', 'subject'),
    meaning: 'An argument came under two of its names.',
    mayHappen: anyParameter(({ aliases }) => aliases.length > 0),
  },
  {
    sample: streamDoesNotExist('nowhere'),
    meaning: 'There is no stream of this name, or none that you may know of.',
    mayHappen: namesStreams,
  },
  {
    sample: streamIdDoesNotExist(404),
    meaning: 'The same, for a stream that was given by its id.',
    mayHappen: takes('to'),
  },
  {
    sample: badNarrow('unknown stream nowhere'),
    meaning: 'A term of the narrow cannot be understood.',
    mayHappen: takes('num_before'),
  },
  {
    sample: badEventQueueId('2f0c'),
    meaning: 'The queue is unknown, deleted or collected: register a new one.',
    mayHappen: (endpoint) => endpoint.path === '/events',
  },
  { sample: malformedJson(), meaning: 'The body of a webhook call is not JSON.', mayHappen: takesPayload },
  {
    sample: new ChatError("Missing 'featured_title' in the payload", {
      code: 'INVALID_PAYLOAD',
      extra: { var_name: 'featured_title' },
    }),
    meaning: 'The body of a webhook call lacks something that its integration needs.',
    mayHappen: takesPayload,
  },
  {
    sample: unauthorized('Not logged in: API authentication or user session required'),
    meaning: 'Credentials are absent, malformed, or not good for this.',
    mayHappen: authenticated,
  },
  {
    sample: invalidApiKey(),
    meaning: 'The key is unknown, or is not that of the email address.',
    mayHappen: authenticated,
  },
  {
    sample: unauthorized('Account is deactivated', 'USER_DEACTIVATED'),
    meaning: 'The account is closed.',
    mayHappen: authenticated,
  },
  {
    sample: unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED'),
    meaning: 'The organization is closed.',
    mayHappen: authenticated,
  },
  {
    sample: unauthorizedPrincipal('nobody@example.com'),
    meaning: 'One of the principals does not exist.',
    mayHappen: takes('principals'),
  },
  {
    sample: error('This user is not registered.', 403, 'AUTHENTICATION_FAILED', { reason: 'unregistered' }),
    meaning: 'There is no key for this user name.',
    mayHappen: takes('username'),
  },
  {
    sample: error('Unknown path /api/v1/nothing', 404, 'NOT_FOUND'),
    meaning: 'No endpoint has this path. Unknown messages, streams and queues are 400.',
    mayHappen: never,
  },
  {
    sample: error("Unknown integration 'nothing'", 404, 'UNKNOWN_INTEGRATION'),
    meaning: 'No integration has this name.',
    mayHappen: takesPayload,
  },
  {
    sample: error('Method Not Allowed', 405, 'METHOD_NOT_ALLOWED', {
      allowed_methods: ['GET', 'HEAD', 'POST'],
    }),
    meaning: 'The path exists, but not with this verb, or with the one named by `method`.',
    mayHappen: (endpoint) => endpoint.method === 'POST',
  },
  {
    sample: error('The request is too large', 413, 'PAYLOAD_TOO_LARGE'),
    meaning: 'The body is over the limit of one megabyte.',
    mayHappen: (endpoint) => endpoint.method !== 'GET',
  },
  {
    sample: error('API usage exceeded rate limit', 429, 'RATE_LIMIT_HIT', { 'retry-after': 12.5 }),
    meaning:
      'Too many calls within a minute; `retry-after` and the header of that name say how long to wait.',
    mayHappen: authenticated,
  },
  {
    sample: error('Internal server error', 500, 'INTERNAL_ERROR'),
    meaning: 'Our fault. The `x-request-id` header helps whoever runs the server to find out.',
    mayHappen: always,
  },
]
