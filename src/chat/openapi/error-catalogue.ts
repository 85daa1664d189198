import { usedOrExpired } from '../accounts/invalid-link.ts'
import { emailConfirmationRequired } from '../accounts/invitations/accept-invite.ts'
import { newPasswordRequired } from '../accounts/sign-in/replace-weak-password.ts'
import { directoryUnavailable } from '../accounts/sign-in-by-ldap.ts'
import { twoFactorRequired } from '../accounts/two-factor/use-second-factor.ts'
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
} from '../chat-error.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { underLegalHold } from '../identity/legal-holds/held.ts'
import { factorMissing } from '../identity/second-factor/required-factor.ts'

export interface CataloguedError {
  /** an example, built like the server builds it */
  sample: ChatError
  meaning: string
  mayHappen(endpoint: Endpoint): boolean
}

const always = () => true
const never = () => false
const authenticated = (endpoint: Endpoint) => !endpoint.permission.isOpen
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

/** Every error code, with its extra keys. */
export const errorCatalogue: readonly CataloguedError[] = [
  {
    sample: badRequest('Invalid message(s)'),
    meaning: 'The request is invalid or not permitted; `msg` says why.',
    mayHappen: always,
  },
  {
    sample: missingArgument('content'),
    meaning: 'A required argument is missing.',
    mayHappen: (endpoint) => takes('api_key')(endpoint) || anyParameter(({ required }) => required)(endpoint),
  },
  {
    sample: badValue('num_before', 'many'),
    meaning: 'An argument cannot be parsed.',
    mayHappen: (endpoint) =>
      takes('to')(endpoint) ||
      anyParameter(({ json, schema }) => !json && schema.type !== 'string')(endpoint),
  },
  {
    sample: confusingArguments('topic', 'subject'),
    meaning: 'An argument was sent under two of its names.',
    mayHappen: anyParameter(({ aliases }) => aliases.length > 0),
  },
  {
    sample: streamDoesNotExist('nowhere'),
    meaning: 'There is no stream with this name, or you may not see it.',
    mayHappen: namesStreams,
  },
  {
    sample: streamIdDoesNotExist(404),
    meaning: 'The same, for a stream that was given by its id.',
    mayHappen: takes('to'),
  },
  {
    sample: badNarrow('unknown stream nowhere'),
    meaning: 'A term of the narrow is invalid.',
    mayHappen: takes('num_before'),
  },
  {
    sample: error('Reaction already exists.', 400, 'REACTION_ALREADY_EXISTS'),
    meaning: 'Nobody can add the same reaction twice.',
    mayHappen: (endpoint) => endpoint.path.endsWith('/reactions'),
  },
  {
    sample: error("Reaction doesn't exist.", 400, 'REACTION_DOES_NOT_EXIST'),
    meaning: 'There is no such reaction to remove.',
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
    sample: usedOrExpired(),
    meaning:
      'The link from a mail does not work; `reason` is `unknown`, `used`, `revoked`, `expired`, `used_or_expired` or, if the inviter may no longer invite, `withdrawn`.',
    mayHappen: ({ path }) =>
      /^\/(?:invites\/accept|password_reset|email_changes|unsubscribe)\/:token$/.test(path),
  },
  {
    sample: emailConfirmationRequired(),
    meaning: 'The reusable invitation link has `confirms_email`: ask for a link to your address first.',
    mayHappen: ({ method, path }) => method === 'POST' && path === '/invites/accept/:token',
  },
  {
    sample: badEventQueueId('2f0c'),
    meaning: 'The queue is unknown, deleted or expired: register a new one.',
    mayHappen: (endpoint) => endpoint.path === '/events',
  },
  {
    sample: error('Could not decode image. Did you upload an image file?', 400, 'BAD_IMAGE'),
    meaning: 'The file is not an image, or its type or size is not accepted.',
    mayHappen: (endpoint) => endpoint.file !== undefined && endpoint.path !== '/user_uploads',
  },
  {
    sample: error("Upload would exceed your organization's upload quota.", 400, 'REALM_UPLOAD_QUOTA'),
    meaning: 'The upload quota of the organization is used up.',
    mayHappen: (endpoint) => endpoint.path === '/user_uploads',
  },
  { sample: malformedJson(), meaning: 'The body of a webhook call is not JSON.', mayHappen: takesPayload },
  {
    sample: new ChatError("Missing 'featured_title' in the payload", {
      code: 'INVALID_PAYLOAD',
      extra: { var_name: 'featured_title' },
    }),
    meaning: 'The body of a webhook call lacks a value that the integration needs.',
    mayHappen: takesPayload,
  },
  {
    sample: missingEventHeader('X-GitHub-Event'),
    meaning: 'A webhook call lacks the header that names the event.',
    mayHappen: takesPayload,
  },
  {
    sample: unexpectedEvent('GitHub', 'sponsorship'),
    meaning: 'The integration does not support this event.',
    mayHappen: takesPayload,
  },
  {
    sample: unauthorized('Not logged in: API authentication or user session required'),
    meaning: 'Credentials are missing, malformed, or not valid here.',
    mayHappen: authenticated,
  },
  {
    sample: invalidApiKey(),
    meaning: 'The key is unknown, or does not belong to the email address.',
    mayHappen: authenticated,
  },
  {
    sample: unauthorized('Account is deactivated', 'USER_DEACTIVATED'),
    meaning: 'The account is deactivated.',
    mayHappen: authenticated,
  },
  {
    sample: directoryUnavailable(),
    meaning: 'The LDAP directory of the organization does not respond. Its people cannot sign in.',
    mayHappen: (endpoint) => takes('username')(endpoint) && takes('code')(endpoint),
  },
  {
    sample: unauthorized('This organization has been deactivated', 'REALM_DEACTIVATED'),
    meaning: 'The organization is deactivated.',
    mayHappen: authenticated,
  },
  {
    sample: error("Channel 'design' already exists", 409, 'CHANNEL_ALREADY_EXISTS', {
      channel_name: 'design',
    }),
    meaning: 'A stream has this name.',
    mayHappen: (endpoint) => endpoint.path === '/channels/create',
  },
  {
    sample: error(
      'You cannot deactivate a user group that another group contains.',
      400,
      'CANNOT_DEACTIVATE_GROUP_IN_USE',
      {
        objections: [{ type: 'subgroup', supergroup_ids: [7] }],
      },
    ),
    meaning: 'Another group contains the user group.',
    mayHappen: (endpoint) =>
      endpoint.path.endsWith('/deactivate') && endpoint.path.startsWith('/user_groups'),
  },
  {
    sample: new ChatError('Cannot deactivate the only organization administrator.', {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      extra: { is_last_admin: true, entity: 'organization administrator' },
    }),
    meaning: 'The organization would be left without an administrator.',
    mayHappen: ({ method, path }) =>
      (method === 'DELETE' && /^\/users\/(me|:user_id)$/.test(path)) || path === '/users/:user_id/erasure',
  },
  {
    sample: underLegalHold('This message is'),
    meaning: 'A legal hold of the person or stream forbids it.',
    mayHappen: ({ method, path }) =>
      (method === 'DELETE' && /^\/(messages|attachments)\/:/.test(path)) ||
      (method === 'PATCH' && path === '/messages/:message_id') ||
      /\/(delete_topic|erasure)$/.test(path),
  },
  {
    sample: error('CSRF Error: CSRF token missing or incorrect.', 403, 'CSRF_FAILED', {
      reason: 'CSRF token missing or incorrect.',
    }),
    meaning: 'A change in a session needs the header X-CSRFToken, and must come from our own pages.',
    mayHappen: (endpoint) => authenticated(endpoint) || endpoint.path.endsWith('sessions'),
  },
  {
    sample: unauthorizedPrincipal('nobody@example.com'),
    meaning: 'One of the principals does not exist.',
    mayHappen: takes('principals'),
  },
  {
    sample: error('This user is not registered.', 403, 'AUTHENTICATION_FAILED', { reason: 'unregistered' }),
    meaning: 'There is no account with this username.',
    mayHappen: takes('username'),
  },
  {
    sample: twoFactorRequired(),
    meaning: 'The password is right, and the account also needs a `code`.',
    mayHappen: (endpoint) => takes('username')(endpoint) && takes('code')(endpoint),
  },
  {
    sample: newPasswordRequired(),
    meaning: 'The password is right, but weak: send a `new_password`.',
    mayHappen: takes('new_password'),
  },
  {
    sample: factorMissing(),
    meaning: 'The organization requires a second factor, which the account does not have yet.',
    mayHappen: ({ permission, path }) =>
      permission.isOpen ? path === '/fetch_api_key' : permission.beforeFactor !== true,
  },
  {
    sample: error(
      'This server sends no push notifications to mobile apps.',
      400,
      'PUSH_NOTIFICATIONS_UNAVAILABLE',
    ),
    meaning: 'Mobile push needs a service of the vendor of the app, which this server does not use.',
    mayHappen: ({ path }) => /^\/mobile_push|apns_device_token|android_gcm_reg_id/.test(path),
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
    sample: error(
      'Invalid signature: X-Hub-Signature-256 does not fit the secret for GitHub',
      401,
      'INVALID_WEBHOOK_SIGNATURE',
    ),
    meaning: 'The bot has a signing secret for this integration, and the request is not signed with it.',
    mayHappen: takesPayload,
  },
  {
    sample: error('Method Not Allowed', 405, 'METHOD_NOT_ALLOWED', {
      allowed_methods: ['GET', 'HEAD', 'POST'],
    }),
    meaning: 'The path does not support this method, or the one named by `method`.',
    mayHappen: (endpoint) => endpoint.method === 'POST',
  },
  {
    sample: error('The request is too large', 413, 'PAYLOAD_TOO_LARGE'),
    meaning: 'The body is over the limit of one megabyte.',
    mayHappen: (endpoint) => endpoint.method !== 'GET',
  },
  {
    sample: error('The message was changed by another client.', 400, 'EXPECTATION_MISMATCH'),
    meaning:
      'The content is not the one that `prev_content_sha256` was calculated from. Nothing was changed.',
    mayHappen: takes('prev_content_sha256'),
  },
  {
    sample: error('API usage exceeded rate limit', 429, 'RATE_LIMIT_HIT', { 'retry-after': 12.5 }),
    meaning:
      'Too many requests within a minute; `retry-after` and the header of that name say how long to wait.',
    mayHappen: (endpoint) => authenticated(endpoint) || takes('password', 'token', 'email')(endpoint),
  },
  {
    sample: error('Internal server error', 500, 'INTERNAL_ERROR'),
    meaning: 'The server failed. Its operator can find the cause by the `x-request-id` header.',
    mayHappen: always,
  },
  {
    sample: error('The database is not available at the moment', 503, 'SERVICE_UNAVAILABLE', {
      'retry-after': 1,
    }),
    meaning:
      'The database may be restarting. Whether a change was stored is unknown: retry it with the same key.',
    mayHappen: always,
  },
  {
    sample: error('We move to a new machine until 18:00.', 503, 'MAINTENANCE', { 'retry-after': 20 }),
    meaning:
      'The operator has switched maintenance on; `msg` is what they say to people. Nothing was stored.',
    mayHappen: always,
  },
  {
    sample: error('The server has no disk space left', 507, 'INSUFFICIENT_STORAGE', {
      'retry-after': 1,
    }),
    meaning: 'The disk is full. Nothing was stored.',
    mayHappen: ({ method }) => method !== 'GET',
  },
]
