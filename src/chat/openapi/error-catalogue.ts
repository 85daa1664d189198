import { missingEventHeader, unexpectedEvent } from '../bots/incoming-webhooks/webhook-errors.ts'
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
import type { Endpoint } from '../identity/calls/endpoint.ts'

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
    sample: error('Reaction already exists.', 400, 'REACTION_ALREADY_EXISTS'),
    meaning: 'One person cannot react twice in the same way.',
    mayHappen: (endpoint) => endpoint.path.endsWith('/reactions'),
  },
  {
    sample: error("Reaction doesn't exist.", 400, 'REACTION_DOES_NOT_EXIST'),
    meaning: 'There is nothing to take back.',
    mayHappen: (endpoint) => endpoint.path.endsWith('/reactions'),
  },
  {
    sample: error("We weren't able to invite anyone.", 400, 'INVITATION_FAILED', {
      errors: [['ada@example.com', 'Already has an account.', false]],
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: false,
    }),
    meaning: 'Some or all of the addresses were not invited; `errors` says which, and why.',
    mayHappen: takes('invitee_emails'),
  },
  {
    sample: badEventQueueId('2f0c'),
    meaning: 'The queue is unknown, deleted or collected: register a new one.',
    mayHappen: (endpoint) => endpoint.path === '/events',
  },
  {
    sample: error('Could not decode image. Did you upload an image file?', 400, 'BAD_IMAGE'),
    meaning: 'The file is not a picture, or one of a kind or size that is not taken.',
    mayHappen: (endpoint) => endpoint.file !== undefined && endpoint.path !== '/user_uploads',
  },
  {
    sample: error("Upload would exceed your organization's upload quota.", 400, 'REALM_UPLOAD_QUOTA'),
    meaning: 'There is no room left for the files of the organization.',
    mayHappen: (endpoint) => endpoint.path === '/user_uploads',
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
    sample: missingEventHeader('X-GitHub-Event'),
    meaning: 'A webhook call lacks the header that tells what happened.',
    mayHappen: takesPayload,
  },
  {
    sample: unexpectedEvent('GitHub', 'sponsorship'),
    meaning: 'The integration has no words for what happened.',
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
    sample: new ChatError('Cannot deactivate the only organization administrator.', {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      extra: { is_last_admin: true, entity: 'organization administrator' },
    }),
    meaning: 'Nobody would be left who could let anybody in.',
    mayHappen: ({ method, path }) => method === 'DELETE' && /^\/users\/(me|:user_id)$/.test(path),
  },
  {
    sample: error('CSRF Error: CSRF token missing or incorrect.', 403, 'CSRF_FAILED', {
      reason: 'CSRF token missing or incorrect.',
    }),
    meaning:
      'A change asked for with a session needs the header X-CSRFToken, and must come from our own pages.',
    mayHappen: (endpoint) => authenticated(endpoint) || endpoint.path.endsWith('sessions'),
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
    mayHappen: (endpoint) => authenticated(endpoint) || takes('password', 'token', 'email')(endpoint),
  },
  {
    sample: error('Internal server error', 500, 'INTERNAL_ERROR'),
    meaning: 'Our fault. The `x-request-id` header helps whoever runs the server to find out.',
    mayHappen: always,
  },
  {
    sample: error('The database is not available at the moment', 503, 'SERVICE_UNAVAILABLE', {
      'retry-after': 1,
    }),
    meaning:
      'It is being restarted, for example. Whether a change was stored is not known: repeat it with its key.',
    mayHappen: always,
  },
  {
    sample: error('The server has no room left to store this', 507, 'INSUFFICIENT_STORAGE', {
      'retry-after': 1,
    }),
    meaning: 'Its disk is full. Nothing was stored.',
    mayHappen: ({ method }) => method !== 'GET',
  },
]
