import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasTooManyValues, isDeeperThan } from '../../../platform/limits/json-depth.ts'
import { storageFailureOf } from '../../../platform/storage-failure.ts'
import { authorOf, onBehalfOf } from '../../identity/audit/author.ts'
import type { Messages } from '../../messages/messages.ts'
import { ScimError, scimErrorBody, scimErrorOf } from './scim-error.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, replaceGroup, showGroup } from './scim-groups.ts'
import { isObject, type Json, type JsonObject } from './scim-json.ts'
import { type ListQuery, pageOf, readListQuery, type ScimPage, withAttributes } from './scim-page.ts'
import { oneOf, resourceTypes, schemas, serviceProviderConfig } from './scim-schemas.ts'
import { authenticateScim } from './scim-token.ts'
import {
  createUserByScim,
  deleteUser,
  listUsers,
  patchUser,
  replaceUser,
  type ScimRealm,
  showUser,
} from './scim-users.ts'

/** Deeper than any resource or operation. */
const MAX_DEPTH = 20

/** What can be done with users, and in the same way with groups. */
interface Resources {
  list(chat: Messages, at: ScimRealm, query: ListQuery): Promise<ScimPage>
  show(chat: Messages, at: ScimRealm, id: string): Promise<JsonObject>
  create(chat: Messages, at: ScimRealm, resource: JsonObject): Promise<JsonObject>
  replace(chat: Messages, at: ScimRealm, id: string, resource: JsonObject): Promise<JsonObject>
  patch(chat: Messages, at: ScimRealm, id: string, body: JsonObject): Promise<JsonObject>
  remove(chat: Messages, at: ScimRealm, id: string): Promise<void>
}

const users: Resources = {
  list: listUsers,
  show: showUser,
  create: createUserByScim,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
}

const groups: Resources = {
  list: listGroups,
  show: showGroup,
  create: createGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
}

/** SCIM 2.0 (RFC 7643, RFC 7644) for the directory of a company, with errors of its own form. */
export function createScimPlugin(chat: Messages) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
      parseBody(body),
    )
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    app.setNotFoundHandler((request, reply) =>
      sendError(new ScimError(404, 'There is nothing at this address'), request, reply),
    )
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    addResources(app, chat, '/Users', users)
    addResources(app, chat, '/Groups', groups)
    addDescriptions(app, chat)
  }
}

function addResources(app: FastifyInstance, chat: Messages, path: string, resources: Resources): void {
  const one = `${path}/:id`
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>
  const send = (request: FastifyRequest, reply: FastifyReply, status: number, resource: JsonObject) => {
    const { location } = resource.meta as { location: string }
    return sendJson(reply.header('location', location), status, withAttributes(resource, queryOf(request)))
  }
  app.get(path, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    const page = await resources.list(chat, at, readListQuery(queryOf(request)))
    const shown = page.Resources.map((resource) => withAttributes(resource, queryOf(request)))
    return sendJson(reply, 200, { ...page, Resources: shown })
  })
  app.post(path, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    return send(request, reply, 201, await resources.create(forClient(chat, request), at, bodyOf(request)))
  })
  app.get(one, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    return send(request, reply, 200, await resources.show(chat, at, idOf(request)))
  })
  app.put(one, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    return send(
      request,
      reply,
      200,
      await resources.replace(forClient(chat, request), at, idOf(request), bodyOf(request)),
    )
  })
  app.patch(one, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    return send(
      request,
      reply,
      200,
      await resources.patch(forClient(chat, request), at, idOf(request), bodyOf(request)),
    )
  })
  app.delete(one, async (request, reply) => {
    const at = await authenticateScim(chat, request)
    await resources.remove(forClient(chat, request), at, idOf(request))
    return reply.code(204).send()
  })
}

const forClient = (chat: Messages, request: FastifyRequest): Messages =>
  onBehalfOf(chat, authorOf(request, { userId: null, through: 'scim' }))

function addDescriptions(app: FastifyInstance, chat: Messages): void {
  app.get('/ServiceProviderConfig', async (request, reply) =>
    sendJson(reply, 200, serviceProviderConfig((await authenticateScim(chat, request)).base)),
  )
  for (const [path, kind, all] of [
    ['/ResourceTypes', 'resource type', resourceTypes],
    ['/Schemas', 'schema', schemas],
  ] as const) {
    app.get(path, async (request, reply) => {
      const found = all((await authenticateScim(chat, request)).base)
      return sendJson(reply, 200, pageOf(found, 1, found.length))
    })
    app.get(`${path}/:id`, async (request, reply) => {
      const { base } = await authenticateScim(chat, request)
      return sendJson(reply, 200, oneOf(all(base), kind, (request.params as { id: string }).id))
    })
  }
}

/** Bounded before it is parsed. */
function parseBody(text: string): Json {
  if (text.trim() === '') return null
  if (isDeeperThan(text, MAX_DEPTH)) throw new ScimError(400, 'The body is nested too deep', 'invalidSyntax')
  if (hasTooManyValues(text)) throw new ScimError(413, 'The body has too many values', 'tooMany')
  // It would change what objects are made of.
  if (text.includes('"__proto__"')) throw new ScimError(400, 'There is no such attribute', 'invalidSyntax')
  try {
    return JSON.parse(text)
  } catch {
    throw new ScimError(400, 'The body is not valid JSON', 'invalidSyntax')
  }
}

function bodyOf({ body }: FastifyRequest): JsonObject {
  const value = body as Json | undefined
  if (!isObject(value)) throw new ScimError(400, 'The body must be an object', 'invalidSyntax')
  return value
}

const sendJson = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body))

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = scimErrorOf(error)
  const answer = known ?? translate(error)
  const isOurs = answer.status >= 500 && !(known && answer.status === 503)
  if (isOurs) request.log.error({ err: error, requestId: request.id }, 'request failed')
  return sendJson(reply.headers(answer.headers), answer.status, scimErrorBody(answer))
}

function translate(error: unknown): ScimError {
  const { statusCode, message = '' } = error as { statusCode?: number; message?: string }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ScimError(statusCode, message)
  const failure = storageFailureOf(error)
  if (failure === 'full') return new ScimError(507, 'The server has no disk space left')
  if (failure) return new ScimError(503, 'The database is not available at the moment')
  return new ScimError(500, 'Internal server error')
}
